/**
 * Polyfills for the bundle's libraries:
 * `globalThis`: Chrome before 71, Safari before 12.1, Firefox before 65, Edge before 79 (ky).
 * `queueMicrotask`: Chrome before 71, Safari before 12.1, Firefox before 69 (preact).
 * `Object.hasOwn`: Chrome before 93, Safari before 15.4, Firefox before 92 (ky).
 * `AbortSignal.throwIfAborted`: Chrome before 100, Safari before 15.4, Firefox before 97 (ky's retries).
 */
const scope = self as { globalThis?: unknown; queueMicrotask?: unknown };
scope.globalThis = scope.globalThis || scope;
scope.queueMicrotask = scope.queueMicrotask || ((task: () => void) => Promise.resolve().then(task));
Object.hasOwn = Object.hasOwn || ((object: object, name: PropertyKey) => ({}).hasOwnProperty.call(object, name));
if (self.AbortSignal) AbortSignal.prototype.throwIfAborted = AbortSignal.prototype.throwIfAborted || (() => {});
