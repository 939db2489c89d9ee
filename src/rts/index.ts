export { createPlayClient } from './play.ts';
import { createPlayClient } from './play.ts';
export default { createPlayClient };
