/** `--ground` of either theme, for what reads no CSS: the browser's own frame, the home screen. */
export const themeColors = { light: '#faf6ef', dark: '#0c0e14' } as const
