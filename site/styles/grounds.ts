/** `--ground` of either theme, for what reads no CSS: the browser's own frame, the home screen. */
export const grounds = { light: '#faf6ef', dark: '#0c0e14' } as const
