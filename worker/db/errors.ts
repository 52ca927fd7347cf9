/** What the database refused, or why no database answered; `code` as SQLite or the server names it. */
export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError'
  readonly code: string

  constructor(message: string, code: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}
