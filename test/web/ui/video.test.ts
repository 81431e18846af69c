import { expect, test } from 'vitest';
import { parseVideo, videoPolicy } from '../../../src/web/ui/profile/video.ts';

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0';
const LOOM = 'https://www.loom.com/embed/0123456789abcdef0123456789abcdef?autoplay=1';

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=4s', YOUTUBE],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', YOUTUBE],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', YOUTUBE],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', YOUTUBE],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e'],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e'],
  ['https://www.loom.com/share/0123456789abcdef0123456789abcdef', LOOM],
  ['https://loom.com/share/My-demo-0123456789abcdef0123456789abcdef?sid=1', LOOM],
])('%s plays in a frame', (address, src) => {
  expect(parseVideo(address)).toMatchObject({ kind: 'frame', src });
});

test('a file plays as it is, and the policy names its origin only', () => {
  const video = parseVideo('https://cdn.acme.example/tour.MP4?v=2');
  expect(video).toMatchObject({ kind: 'file', src: 'https://cdn.acme.example/tour.MP4?v=2', host: 'cdn.acme.example' });
  expect(videoPolicy(video)).toBe('media-src https://cdn.acme.example');
  expect(videoPolicy(parseVideo('https://youtu.be/dQw4w9WgXcQ'))).toBe('frame-src https://www.youtube-nocookie.com');
});

test.each([
  null,
  'https://acme.example/tour',
  'http://acme.example/tour.mp4',
  'javascript:alert(1)//x.mp4',
  'https://www.youtube.com/@acme',
  'https://www.youtube.com/watch?v="><script>',
  'https://youtube.com.evil.example/embed/dQw4w9WgXcQ',
  'https://vimeo.com/features',
])('%s stays a link', (address) => {
  expect(parseVideo(address)).toBe(null);
  expect(videoPolicy(parseVideo(address))).toBe(undefined);
});
