import type { Category } from '#worker/contracts/enumerations.ts'

function discPath(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0z`
}

/** Outlines in a square of 24, to be filled by the even-odd rule. */
export const categoryGlyphs: Record<Category, string> = {
  charity:
    'M12 21.5C5 16 2 12.5 2 8.4A5.3 5.3 0 0 1 12 6a5.3 5.3 0 0 1 10 2.4c0 4.1-3 7.6-10 13.1z',
  speedrun: `M9 1h6v2.6H9z${discPath(12, 13.5, 9)}M10.8 7.5h2.4v6.8h-2.4z`,
  esports: `M7 5.5h10a6 6 0 0 1 5.9 6.8l-.7 4.5a3 3 0 0 1-5.3 1.5L15 16H9l-1.9 2.3a3 3 0 0 1-5.3-1.5l-.7-4.5A6 6 0 0 1 7 5.5zM7 8.5v2H5v2h2v2h2v-2h2v-2H9v-2z${discPath(16.5, 11.5, 1.7)}`,
  award_show:
    'M6 2.5h12v2.2h4c.2 4.6-1.6 7.2-5 7.8a6 6 0 0 1-3.5 3.3v2.4h3.5v3.3H7v-3.3h3.5v-2.4A6 6 0 0 1 7 12.5C3.6 11.9 1.8 9.3 2 4.7h4zM4 6.7c.1 1.8.8 2.9 2 3.5V6.7zM20 6.7h-2v3.5c1.2-.6 1.9-1.7 2-3.5z',
  showcase: 'M2 4h20v14H2zM9.8 7.2v7.6l6.4-3.8zM7 19.8h10v2.2H7z',
  variety: `M4 2.5h16A1.5 1.5 0 0 1 21.5 4v16a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 20V4A1.5 1.5 0 0 1 4 2.5z${discPath(7.8, 7.8, 1.9)}${discPath(16.2, 7.8, 1.9)}${discPath(12, 12, 1.9)}${discPath(7.8, 16.2, 1.9)}${discPath(16.2, 16.2, 1.9)}`,
  talk_show:
    'M12 1.5a4.3 4.3 0 0 1 4.3 4.3v5a4.3 4.3 0 0 1-8.6 0v-5A4.3 4.3 0 0 1 12 1.5zM4.5 10h2.4v.8a5.1 5.1 0 0 0 10.2 0V10h2.4v.8a7.5 7.5 0 0 1-6.3 7.4V20H16v2.5H8V20h2.8v-1.8a7.5 7.5 0 0 1-6.3-7.4z',
  sport: `${discPath(12, 12, 10)}M12 7.6l4.2 3-1.6 4.9H9.4l-1.6-4.9zM9.4 2.8L12 4.6l2.6-1.8A9.6 9.6 0 0 0 9.4 2.8zM2.6 12.6l1.9 2.5-1 2.3a9.7 9.7 0 0 1-.9-4.8zM21.4 12.6l-1.9 2.5 1 2.3a9.7 9.7 0 0 0 .9-4.8z`,
  music: 'M8.5 4.2L20.5 1.5v13.7a3.5 3.5 0 1 1-2.4-3.3V6.6l-7.2 1.6v9.8a3.5 3.5 0 1 1-2.4-3.3z',
  irl: `M12 1.5a8 8 0 0 1 8 8c0 5-5 8.5-8 13c-3-4.5-8-8-8-13a8 8 0 0 1 8-8z${discPath(12, 9.4, 3)}`,
  subathon:
    'M4.5 1.5h15v3.2h-1.7c-.2 3.4-1.9 5.6-4.3 7.3c2.4 1.7 4.1 3.9 4.3 7.3h1.7v3.2h-15v-3.2h1.7c.2-3.4 1.9-5.6 4.3-7.3C8.1 10.3 6.4 8.1 6.2 4.7H4.5z',
  convention:
    'M1.5 5.5h21v4.3a2.2 2.2 0 0 0 0 4.4v4.3h-21v-4.3a2.2 2.2 0 0 0 0-4.4zM14.5 7.5v2.2h1.8V7.5zM14.5 10.9v2.2h1.8v-2.2zM14.5 14.3v2.2h1.8v-2.2z',
  science: `M8.5 1.5h7v2.3h-1.2v4.9l6.4 10.4a2.2 2.2 0 0 1-1.9 3.4H5.2a2.2 2.2 0 0 1-1.9-3.4L9.7 8.7V3.8H8.5z${discPath(10, 17.6, 1.7)}${discPath(14.4, 15.2, 1.3)}`,
  other: 'M12 1l2.9 8.1L23 12l-8.1 2.9L12 23l-2.9-8.1L1 12l8.1-2.9z',
}
