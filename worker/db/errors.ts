/** `code` is that of SQLite, the server or `hrana.ts`. */
export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError'
  readonly code: string

  constructor(message: string, code: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}
