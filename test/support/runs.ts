/** Runs of generated input: a fifth in `npm test`, all in `npm run soak`. */
export const runs = (all: number): number => (process.env.ALL_RUNS ? all : Math.ceil(all / 5));
