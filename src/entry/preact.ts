/** Library script: Preact and its signals, for all later scripts. Starts the app script, if that has come. */
import shared from 'shared:preact';

const handoff = window.livePage!;
if (!handoff.preact) {
	handoff.preact = { shared };
	if (handoff.start) handoff.start();
}
