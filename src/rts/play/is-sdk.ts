/** Set in the page's build. */
declare const __PAGE__: true | undefined;

/** Whether the client has the SDK's whole interface; the page's build drops the rest. */
export const IS_SDK = typeof __PAGE__ === 'undefined';
