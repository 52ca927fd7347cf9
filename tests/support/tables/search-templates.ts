import { eventHit } from '#site/features/search/event-hit.ts'
import { highlightMatches } from '#site/features/search/highlight-matches.ts'
import { searchBox } from '#site/features/search/search-box.ts'
import { recentSearches, searchResults, searchSkeleton } from '#site/features/search/suggestions.ts'
import { each, page, type TemplateTable } from '#tests/support/factories/views.ts'

export const searchTemplates: TemplateTable = {
  'site/features/search/event-hit.ts': {
    eventHit: (text) =>
      each(text, (event) => eventHit(page, { ...event, upcoming_dates: 2 }, 'unmatched')),
  },
  'site/features/search/highlight-matches.ts': {
    highlightMatches: (text) => [
      highlightMatches(text, 'unmatched'),
      highlightMatches(`${text} matched ${text}`, 'matched'),
    ],
  },
  'site/features/search/search-box.ts': { searchBox: () => searchBox('en') },
  'site/features/search/suggestions.ts': {
    recentSearches: (text) => recentSearches([text]),
    searchResults: (text) =>
      searchResults({
        groups: (['wide', 'tall', 'round', 'square'] as const).map((shape) => ({
          title: text,
          options: [{ label: text, note: text, href: text, path: text, drawn: text, shape }],
        })),
        search: 'unmatched',
        day: { label: text, href: text },
        allHref: text,
      }),
    searchSkeleton,
  },
}
