/** Larger scales are zoomed in. */
const MAX_UNZOOMED_SCALE = 1.01;

/** Whether two fingers have enlarged the page: one finger then moves what is in view. */
export const isZoomed = (): boolean => !!window.visualViewport && window.visualViewport.scale > MAX_UNZOOMED_SCALE;
