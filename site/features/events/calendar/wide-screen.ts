/** Room for a month; as the style sheet has it, a grid beside a list shows on these screens only. */
export const wideScreen = matchMedia('(min-width: 48rem)')
