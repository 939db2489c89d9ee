/** Script with what a live over HTTP may need after its first picture, and with formats that few have. */
import { HEVC_IN_FLV } from '../media/hevc.ts';
import { createMp4Reader } from '../media/live-mp4.ts';
import { keepDelay } from '../player/act/keep-delay.ts';
import { keepPicture } from '../player/act/keep-picture.ts';

window.livePage!.liveLater = { videos: HEVC_IN_FLV, createMp4Reader, keepDelay, keepPicture };
