/** Text that any feed can hold: no half characters and no control characters but line breaks and tabs. */
export function toFeedText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\u007E\u0080-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
