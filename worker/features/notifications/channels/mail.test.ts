import { operator } from '#worker/contracts/operator.ts'
import { expect, test } from 'vitest'
import type { MailContent } from './mail-content.ts'
import { composeMail } from './mail.ts'

test('the subject is one line, also of a name from before names were', () => {
  const title = 'Soon: Gala\r\nBcc: all@hypecal.example\u2028\u202eend'
  const { subject } = composeMail({
    to: 'a@hypecal.example',
    kind: 'reminder',
    locale: 'en',
    siteUrl: 'https://hypecal.example',
    title,
    text: title,
  })
  expect(subject).toBe('Soon: Gala Bcc: all@hypecal.example end')
})

const reminder: MailContent = {
  to: 'a@hypecal.example',
  kind: 'new_event_followed',
  locale: 'fr',
  siteUrl: 'https://hypecal.example',
  title: 'Gala',
  text: 'Gala commence\nce soir.',
  unsubscribeUrl: 'https://hypecal.example/fr/unsubscribe/token',
}

const { unsubscribeUrl: _, ...account } = reminder

test('says that a machine wrote it, which list it is of and how to leave that', () => {
  expect(composeMail(reminder).headers).toEqual({
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Feedback-ID': 'new-event-followed:hypecal',
    'List-Id': '<new-event-followed.hypecal.example>',
    'List-Unsubscribe': '<https://hypecal.example/fr/unsubscribe/token>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(composeMail(account).headers).toEqual({
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Feedback-ID': 'new-event-followed:hypecal',
  })
})

test('the text part says what the address is by which one leaves the list', () => {
  expect(composeMail(reminder).text).toContain(
    '\n\nMe désabonner\nhttps://hypecal.example/fr/unsubscribe/token',
  )
})

test('lists of mails show what it says behind the subject, not the name of the site', () => {
  const [, preview] =
    /<body[^>]*>\s*<div [^>]*display:none[^>]*>([^<]*)</.exec(composeMail(reminder).html) ?? []
  expect(preview).toBe('Gala commence ce soir.')
})

test('has dark styles of its own where it says that it knows both themes', () => {
  expect(composeMail(reminder).html).toMatch(/light dark[^]*@media \(prefers-color-scheme:dark\)/)
})

test.each([reminder, account])('a mail names its operator in both parts', (content) => {
  const { html, text } = composeMail(content)
  const sender = `${operator.legalName}, ${operator.address.join(', ')}, France`
  expect(html).toContain(sender)
  expect(html).toContain('href="https://hypecal.example/fr/legal-notice"')
  expect(text).toMatch(
    /\nMentions légales\nhttps:\/\/hypecal\.example\/fr\/legal-notice\n\nConfidentialité\n.*$/,
  )
  expect(text).toContain(`\n\n${sender}\n`)
})
