/** Node's own, which `dom.ts` replaces by linkedom's. */
export const NativeEvent = globalThis.Event;
