/** Islands, the calendar and ranges of days are made for one zone: only a reload shows another. */
export function isBoundToZone(): boolean {
  return document.querySelector('astro-island, .calendar, a[data-zoned]') !== null
}
