import { expect, test } from 'vitest'
import { writeMail } from './mail.ts'

test('the subject is one line, also of a name from before names were', () => {
  const title = 'Soon: Gala\r\nBcc: all@hypecal.example\u2028\u202eend'
  const { subject } = writeMail({ to: 'a@hypecal.example', locale: 'en', title, text: title })
  expect(subject).toBe('Soon: Gala Bcc: all@hypecal.example end')
})
