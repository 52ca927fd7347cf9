export type Message =
  string | { match: Record<string, string>; declarations?: string[]; selectors?: string[] }[]
export type Messages = Record<string, Message>

function textsOf(message: Message): string[] {
  if (typeof message === 'string') return [message]
  return message.flatMap((variants) => Object.values(variants.match))
}

function placeholdersOf(message: Message): string {
  const names = textsOf(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)])
  return [...new Set(names.map(([, name]) => name))].toSorted().join(', ')
}

type Rule = { pattern: RegExp; reason: string }
const typography: Record<string, Rule[]> = {
  fr: [
    { pattern: /\p{L}'\p{L}/u, reason: "the apostrophe is ’, not '" },
    {
      pattern: / [:;?!»]|« |[\p{L}\d})][;?!»]|«[^\u00a0\u202f]/u,
      reason: 'a no-break space stands beside : ; ? ! « »',
    },
  ],
  es: [
    { pattern: /(^|[.!?])[^¿?]*\?/s, reason: 'a question opens with ¿' },
    { pattern: /(^|[.!?])[^¡!]*!/s, reason: 'an exclamation opens with ¡' },
  ],
}

/** Terms that docs/words.md replaces. */
const retired: Record<string, Rule[]> = {
  en: [
    { pattern: /e-mail/i, reason: 'write email' },
    { pattern: /\bsign(ed|s|ing)?[ -](in|out)\b/i, reason: 'write log in, log out' },
    { pattern: /\bat once\b/i, reason: 'write right away' },
    { pattern: /\bfor good\b/i, reason: 'write permanently' },
    { pattern: /^More (events|games|groups|streamers|articles)$/, reason: 'write Show more …' },
    {
      pattern:
        /\b(cancell(ed|ing)|(fav|col|behavi|lab)our|cent(re|imetre)s?|programmes?|grey|licences?|catalogues?|line-ups?|travell(ed|ing)|labelled)/i,
      reason: 'write it as in America',
    },
    {
      pattern:
        /\b(real|organ|recogn|custom|summar|apolog|author|minim|maxim)is(e|ed|es|ing|ers?|ation)\b/i,
      reason: 'write it as in America: -ize',
    },
    { pattern: /\bany more[.!?]/i, reason: 'write anymore' },
    {
      pattern:
        /\b\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December)\b/,
      reason: 'the month stands before the day',
    },
  ],
  fr: [
    { pattern: /\b(le|un|ce|du|au) hype\b/i, reason: 'hype is feminine: la hype' },
    { pattern: /\bhyper\b/i, reason: 'no infinitive: hypez, or donner sa hype' },
    { pattern: /\bmettre (une|des|de) hypes?\b/i, reason: 'write donner sa hype' },
    { pattern: /\b(vos|mes|de|des) suivis\b/i, reason: 'write ce que vous suivez' },
    { pattern: /\babonnés (Twitch|Hypecal)\b/i, reason: 'write followers' },
    { pattern: /révoqu/i, reason: 'write désactiver' },
    { pattern: /relecture/i, reason: 'write validation' },
    { pattern: /réglage/i, reason: 'write paramètres' },
    { pattern: /nom d’utilisateur/i, reason: 'write pseudo' },
    { pattern: /heures calmes/i, reason: 'write Ne pas déranger' },
    { pattern: /\baussitôt\b/i, reason: 'write immédiatement' },
    { pattern: /^Plus (de |d’)/, reason: 'write Voir plus de …' },
  ],
  es: [
    { pattern: /\bavisos?\b(?! legal)/i, reason: 'write notificación or recordatorio' },
    { pattern: /\bno se pud(o|ieron)\b/i, reason: 'write no se ha podido' },
    { pattern: /\bhoras de silencio\b/i, reason: 'write No molestar' },
    { pattern: /\bcanal RSS\b/i, reason: 'write feed RSS' },
    { pattern: /\b(qué tan|ustedes|celular|computadora)\b/i, reason: 'write it as in Spain' },
    { pattern: /\b(videos?|agreg(ar?|ue)|ingres(ar?|e))\b/i, reason: 'write it as in Spain' },
  ],
}

function textProblems(locale: string, text: string): string[] {
  if (text.trim() === '') return ['empty text']
  return [...(typography[locale] ?? []), ...(retired[locale] ?? [])]
    .filter(({ pattern }) => pattern.test(text))
    .map(({ reason }) => `${reason}: ${text}`)
}

export function findProblems(locale: string, messages: Messages, base: Messages): string[] {
  const missing = Object.keys(base).filter((key) => !(key in messages))
  const extra = Object.keys(messages).filter((key) => !(key in base))
  const inTexts = Object.entries(messages).flatMap(([key, message]) => {
    const expected = placeholdersOf(base[key] ?? message)
    const isSame = placeholdersOf(message) === expected
    const problems = textsOf(message).flatMap((text) => textProblems(locale, text))
    return [...problems, ...(isSame ? [] : [`placeholders differ, expected {${expected}}`])].map(
      (problem) => `${locale} ${key}: ${problem}`,
    )
  })
  return [
    ...missing.map((key) => `${locale} ${key}: missing`),
    ...extra.map((key) => `${locale} ${key}: not in the base language`),
    ...inTexts,
  ]
}

/** Finds `m.key` in calls and in maps (`{ open: m.status_open }`), but no composed keys. */
export function findUnused(keys: string[], sources: string[]): string[] {
  const used = new Set(
    sources.flatMap((code) => [...code.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)),
  )
  return keys.filter((key) => !used.has(key)).map((key) => `${key}: used nowhere`)
}
