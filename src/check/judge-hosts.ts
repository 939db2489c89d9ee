import { lookup } from 'node:dns/promises';
import type { Rules } from './finding.ts';
import type { CertificateFacts } from './http-client.ts';

const DAY = 86_400_000;
const isAddress = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** Looks names up. Resolves with the families of their addresses; without those that are unknown. */
export async function lookAtHosts(hosts: Iterable<string>): Promise<Map<string, number[]>> {
	const found = [...hosts].map(async (host) => {
		const addresses = isAddress(host) ? [] : await lookup(host, { all: true }).catch(() => []);
		return [host, addresses.map(({ family }) => family)] as const;
	});
	return new Map((await Promise.all(found)).flatMap(([host, families]) => (families[0] ? [[host, families]] : [])));
}

/** Judges which addresses hosts have. @param hosts families of IP by name */
export function judgeHosts({ expect }: Rules, hosts: Map<string, number[]>): void {
	for (const [host, families] of hosts)
		expect('host-ipv6', families.includes(4), `${host} has an address of IPv4`, [
			`${host} has addresses of IPv6 only, which many networks do not reach.`,
			'Give that name an A record, too.',
		]);
}

/** Changes that mend a certificate, by its error. */
const CERTIFICATE_FIXES: Record<string, string> = {
	CERT_HAS_EXPIRED: 'It has expired: renew it on that host, best by a timer, and reload the server.',
	ERR_TLS_CERT_ALTNAME_INVALID: 'Give that host a certificate with its own name.',
};

/** Judges the certificates of all hosts. */
export function judgeCertificates({ expect, advise }: Rules, hosts: Map<string, CertificateFacts>, now: number): void {
	for (const [host, { error, validTo }] of hosts) {
		const days = Math.floor((validTo - now) / DAY);
		expect('certificate', !error, `the certificate of ${host} is accepted`, [
			`Browsers refuse the certificate of ${host} (${error}).`,
			CERTIFICATE_FIXES[error] ?? 'Install a certificate of a public authority with its whole chain on that host.',
		]);
		if (!error)
			(days < 3 ? expect : advise)(
				'certificate-days',
				days >= 14,
				`the certificate of ${host} is valid for ${days} days`,
				[`The certificate of ${host} ends in ${days} days.`, 'Renew it on that host, best by a timer.'],
			);
	}
}
