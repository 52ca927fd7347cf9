import { iconShapes } from '#site/lib/icon-shapes.ts'
import { drawIcon } from './island-icon.ts'
import type { Html } from './html.ts'

const shapes = {
  ...iconShapes,
  agenda:
    '<rect x="3.5" y="5" width="17" height="15.5" rx="3"/><path d="M3.5 10h17M8 2.800v4M16 2.800v4M8 14.5h3.5M8 17.200h7"/>',
  arrow: '<path d="M5 12h13.5M13 6.5l5.5 5.5-5.5 5.5"/>',
  article: '<path d="M6 3.5h9l4 4v13H6ZM15 3.5v4h4M9 12h7M9 16h5"/>',
  bell: '<path d="M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7ZM10 20.5a2.2 2.2 0 0 0 4 0"/>',
  calendar:
    '<rect x="3.5" y="5" width="17" height="15.5" rx="3"/><path d="M3.5 10h17M8 2.8v4M16 2.8v4"/>',
  calendarAdd:
    '<path d="M20.5 12V8a3 3 0 0 0-3-3h-11a3 3 0 0 0-3 3v9.5a3 3 0 0 0 3 3H12M3.5 10h17M8 2.8v4M16 2.8v4M18 15v6M15 18h6"/>',
  compass: '<circle cx="12" cy="12" r="8.5"/><path d="m15.5 8.5-2 5-5 2 2-5Z"/>',
  copy: '<rect x="8.5" y="8.5" width="12" height="12" rx="2.5"/><path d="M15.5 8.5V6A2.5 2.5 0 0 0 13 3.5H6A2.5 2.5 0 0 0 3.5 6v7A2.5 2.5 0 0 0 6 15.5h2.5"/>',
  dark: '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z"/>',
  display:
    '<path d="M4 7.5h9M19 7.5h1M4 16.5h1M11 16.5h9"/><circle cx="16" cy="7.5" r="2.6"/><circle cx="8" cy="16.5" r="2.6"/>',
  flag: '<path d="M5.5 21V4M5.5 4.500c4-2 7 2.500 13 .5v9c-6 2-9-2.500-13-.5"/>',
  game: '<path d="M7.5 7h9a5 5 0 0 1 4.9 6l-.6 3a2.7 2.7 0 0 1-4.6 1.3L14 15h-4l-2.2 2.3A2.7 2.7 0 0 1 3.2 16l-.6-3a5 5 0 0 1 4.9-6ZM7 11h3M8.5 9.5v3"/><circle cx="16" cy="11" r=".6"/>',
  globe:
    '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c-5 5-5 12 0 17 5-5 5-12 0-17Z"/>',
  google: '<path d="M20 12h-7.500M20 12a8 8 0 1 1-2.600-5.900"/>',
  heart:
    '<path d="M12 20S3.5 15 3.5 9A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8.5 2c0 6-8.5 11-8.5 11Z"/>',
  hide: '<path d="M4 4l16 16M9.9 5.700A9.500 9.500 0 0 1 12 5.500c4 0 7 2.500 9 6.500a14 14 0 0 1-2.600 3.500M6.200 7.600A13 13 0 0 0 3 12c2 4 5 6.500 9 6.500a9 9 0 0 0 4.300-1.100M10 10a2.800 2.800 0 0 0 4 4"/>',
  home: '<path d="M3.5 11.5 12 4l8.5 7.5M6 9.5V20h12V9.5M10 20v-5.5h4V20"/>',
  info: '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5.5M12 7.5v.2"/>',
  leave:
    '<path d="M10 20.5H6.5a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2H10M15 7.5l4.5 4.5-4.5 4.5M19.5 12H9.5"/>',
  light:
    '<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.700M18.7 5.3 17 7M7 17l-1.7 1.7"/>',
  link: '<path d="M13.5 5H19v5.5M19 5l-8.5 8.5M16.5 14v4.5a1 1 0 0 1-1 1h-10a1 1 0 0 1-1-1v-10a1 1 0 0 1 1-1H10"/>',
  pin: '<path d="M12 21s-6.5-6.2-6.5-11a6.5 6.5 0 0 1 13 0c0 4.8-6.5 11-6.5 11Z"/><circle cx="12" cy="10" r="2.3"/>',
  play: '<path d="M8 5.5v13l10.5-6.5Z"/>',
  repeat:
    '<path d="M4.500 11V9.500a3 3 0 0 1 3-3h11M15.500 3.500l3 3-3 3M19.500 13v1.500a3 3 0 0 1-3 3h-11M8.500 20.500l-3-3 3-3"/>',
  rows: '<path d="M4 6h16M4 10h16M4 14h16M4 18h16"/>',
  search: '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>',
  settings:
    '<circle cx="12" cy="12" r="3"/><path d="M12 2.8v3M12 18.2v3M2.8 12h3M18.2 12h3M5.5 5.5l2.1 2.1M16.4 16.4l2.1 2.1M18.5 5.5l-2.1 2.1M7.6 16.4l-2.1 2.1"/>',
  share: '<path d="M12 14.5V3.5M7.5 7.5 12 3l4.5 4.5M5 12.5v6a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6"/>',
  shield: '<path d="M12 3.5 19 6v6c0 4.5-3 7.5-7 8.5-4-1-7-4-7-8.5V6Z"/>',
  shuffle:
    '<path d="M3.5 7h3c5 0 5.5 10 11 10h3M3.5 17h3c1.800 0 3-1.200 4-2.800M13.500 9.800c1-1.600 2.200-2.800 4-2.800h3M17.500 4l3 3-3 3M17.500 14l3 3-3 3"/>',
  streamer:
    '<circle cx="9" cy="9" r="3.5"/><path d="M2.8 19c.8-3.3 3.2-5 6.2-5s5.4 1.7 6.2 5M16 5.8a3.5 3.5 0 0 1 0 6.4M17.5 14.3c2 .6 3.2 2.2 3.7 4.7"/>',
  system: '<rect x="3" y="4.5" width="18" height="12" rx="2.5"/><path d="M9 20h6M12 16.5V20"/>',
  trophy:
    '<path d="M7.5 4h9v5a4.5 4.5 0 0 1-9 0ZM7.5 5.5H4c0 3 1.2 5 3.7 5M16.5 5.5H20c0 3-1.2 5-3.7 5M12 13.5V17M8.5 20.5h7M9.5 20.5c0-2 1-3.5 2.5-3.5s2.5 1.5 2.5 3.5"/>',
  twitch:
    '<path d="M5.500 3.500h14v10.500l-4 4h-3.500l-3 3v-3H4.500V6ZM11 8v4.500M15.500 8v4.500"/>',
} as const
export type IconName = keyof typeof shapes

export function icon(name: IconName, size = 20): Html {
  return drawIcon(shapes[name], size)
}
