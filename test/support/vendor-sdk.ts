import { npmArchive } from './npm-archive.ts';

const PACKAGE = {
	name: 'aliyun-rts-sdk@2.0.0',
	integrity: 'sha512-5R8oPTXW/bBmQAUBIGYFJBJrIgg7NZZdnm+468DR1HAHoJrMGn8EITiQuAkAtdOkCQ/RMc+viMJqvuAX/HZTvw==',
};

/** The files of the vendor's SDK that tests and benchmark use. */
export interface VendorSdk {
	/** The script, which sets the global `AliRTS`. */
	script: string;
	/** The demo pages. */
	subscribePage: string;
	publishPage: string;
}

/** The vendor's SDK, which is not part of this repository: installing it fails on a dependency that no longer exists. */
export function vendorSdk(): VendorSdk {
	const files = npmArchive(PACKAGE);
	return {
		script: `${files.get('dist/aliyun-rts-sdk.js')!}`,
		subscribePage: `${files.get('demo/subscribe.html')!}`,
		publishPage: `${files.get('demo/publish.html')!}`,
	};
}
