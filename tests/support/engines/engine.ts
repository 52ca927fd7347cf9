/** A browser window of one engine, by what every engine can be asked for. */
export type Engine = {
  goto(url: string): Promise<void>
  /** The value of an expression in the page, as JSON has it. */
  evaluate<Value>(expression: string): Promise<Value>
  click(selector: string): Promise<void>
  /** Types into what was clicked. */
  type(selector: string, text: string): Promise<void>
  close(): Promise<void>
}

export type EngineLauncher = {
  name: string
  launch(): Promise<Engine>
}

export const viewport = { width: 1280, height: 900 }
