import { npmArchive } from './npm-archive.ts';

/** The oldest and the newest version in the npm registry, with the integrity that it names for each. */
const VERSIONS = {
	'2.0.0': 'sha512-5R8oPTXW/bBmQAUBIGYFJBJrIgg7NZZdnm+468DR1HAHoJrMGn8EITiQuAkAtdOkCQ/RMc+viMJqvuAX/HZTvw==',
	'2.2.7': 'sha512-qa9hqAJwvtnBPD74GAqc+AiX4qeSAzAfFbMQiqVaLyNyzDri7BKMy35kxGMfCKk+yrsnhUnNrNIwewdnpjcJfQ==',
};
type VendorVersion = keyof typeof VERSIONS;
export const VENDOR_VERSIONS = Object.keys(VERSIONS) as VendorVersion[];

/** The files of the vendor's SDK that tests and benchmark use. Each version has two demo pages. */
interface VendorSdk {
	/** The script, which sets the global `AliRTS`. */
	script: string;
	/** The demo pages. */
	subscribePage: string;
	publishPage: string;
}

/** The vendor's SDK, which is not part of this repository: installing it fails on a dependency that no longer exists. */
export function vendorSdk(version: VendorVersion = '2.0.0'): VendorSdk {
	const files = npmArchive({ name: `aliyun-rts-sdk@${version}`, integrity: VERSIONS[version] });
	return {
		script: `${files.get('dist/aliyun-rts-sdk.js')!}`,
		subscribePage: `${files.get('demo/subscribe.html')!}`,
		publishPage: `${files.get('demo/publish.html')!}`,
	};
}
