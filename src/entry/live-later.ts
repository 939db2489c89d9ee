/** Script with what a live over HTTP may need after its first picture, and with formats that few have. */
import { hevcTrack } from '../media/hevc.ts';
import { numbered } from '../media/flv-extras.ts';
import { createMp4Reader } from '../media/live-mp4.ts';
import { keepDelay } from '../player/act/keep-delay.ts';
import { keepPicture } from '../player/act/keep-picture.ts';

window.livePage!.liveLater = { hevcTrack, numbered, createMp4Reader, keepDelay, keepPicture };
