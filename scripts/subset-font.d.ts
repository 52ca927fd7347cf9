/** The package brings no types; this is what the fonts’ build step uses. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      variationAxes: Record<string, number | { min: number; max: number }>
    },
  ): Promise<Buffer>
}
