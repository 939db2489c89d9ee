/**
 * Runs an ES module without imports.
 * @param {string} code
 * @returns {Promise<any>} its exports
 */
export const runModule = (code) => import(`data:text/javascript,${encodeURIComponent(code)}`);
