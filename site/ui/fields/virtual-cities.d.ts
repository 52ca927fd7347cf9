/** The cities of every zone, written by the build. */
declare module 'virtual:cities' {
  const table: { zones: readonly string[]; places: string; names: string }
  export default table
}
