import { readFileSync } from 'node:fs'
import type { Messages } from './message-rules.ts'

export function messagesPath(locale: string): string {
  return `project.inlang/messages/${locale}.json`
}

export function readMessages(locale: string): Messages {
  const { $schema, ...messages } = JSON.parse(
    readFileSync(messagesPath(locale), 'utf8'),
  ) as Messages
  return messages
}
