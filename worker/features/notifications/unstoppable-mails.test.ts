import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unstoppableMails } from '#tests/support/tables/policy-sentences.ts'
import { AccountMailKind, NoticeKind } from './kinds.ts'

const always = {
  en: 'are always sent. Every other email has a link to stop that kind',
  es: 'se envían siempre. Todos los demás llevan un enlace',
  fr: 'sont toujours envoyés. Tous les autres portent un lien',
}

test.each(['en', 'es', 'fr'] as const)(
  'the policy in %s names each mail that nobody can stop, and says that the others can be',
  (locale) => {
    const text = readFileSync(`site/content/privacy-policy/${locale}.md`, 'utf8')
    const line = text.split('\n').find((one) => one.includes(always[locale])) ?? ''
    const kinds = [...AccountMailKind.options, ...NoticeKind.options, 'service_notice'] as const
    expect(kinds.filter((kind) => !line.includes(unstoppableMails[kind][locale]))).toEqual([])
  },
)
