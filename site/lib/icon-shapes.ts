/** SVG contents of the icons that islands use too. */
export const iconShapes = {
  account: '<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5c1-4 4-6 7.5-6s6.5 2 7.5 6"/>',
  back: '<path d="m14.5 6-6 6 6 6"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  chevron: '<path d="m7 9.5 5 5 5-5"/>',
  close: '<path d="m6 6 12 12M18 6 6 18"/>',
  filter: '<path d="M4 6.5h16M7 12h10M10.5 17.5h3"/>',
  forward: '<path d="m9.5 6 6 6-6 6"/>',
  group: '<path d="m12 3.5 8.5 4.5-8.5 4.5L3.5 8ZM3.5 12l8.5 4.5 8.5-4.5M3.5 16l8.5 4.5 8.5-4.5"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
} as const
