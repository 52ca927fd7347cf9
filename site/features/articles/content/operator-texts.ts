import { formatList } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'
import { formatCountry, formatOperatorAddress } from '#worker/contracts/operator-address.ts'
import type { Operator, Processor } from '#worker/contracts/operator.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { formatRetentionTerm } from '#worker/contracts/retention-terms.ts'
import { languageTags } from '#worker/locale/locales.ts'
import { proseTable } from './prose-table.ts'

const roles = {
  hosting: m.legal_role_hosting,
  database: m.legal_role_database,
  email: m.legal_role_email,
  backup: m.legal_role_backup,
  alerts: m.legal_role_alerts,
} satisfies Record<Processor['role'], () => string>

const safeguards = {
  eu: m.legal_safeguard_eu,
  adequacy: m.legal_safeguard_adequacy,
  dpf: m.legal_safeguard_dpf,
  scc: m.legal_safeguard_scc,
} satisfies Record<NonNullable<Processor['safeguard']>, () => string>

function mailLink(address: string): Html {
  return html`<a href="mailto:${address}">${address}</a>`
}

function pageLink({ name, url }: { name: string; url: string }): Html {
  return html`<a href="${url}">${name}</a>`
}

function processorTable({ processors }: Operator, locale: Locale): Html {
  return proseTable(
    processors.map(({ role, name, country, safeguard = 'eu', termsUrl, retentionDays: days }) => [
      roles[role](),
      html`${pageLink({ name, url: termsUrl })}, ${formatCountry(country, locale)}`,
      safeguards[safeguard](),
      days === undefined
        ? m.legal_keeps_like_us()
        : formatRetentionTerm({ days }, languageTags[locale]),
    ]),
    [
      m.legal_processor_task(),
      m.legal_processor_company(),
      m.legal_processor_safeguard(),
      m.legal_processor_keeps(),
    ],
  )
}

function identity(operator: Operator, locale: Locale): Html {
  const { legalName, legalForm, dpo, representative } = operator
  const facts: (Html | string | undefined)[][] = [
    [m.legal_name(), legalForm ? `${legalName}, ${legalForm}` : legalName],
    [m.legal_address(), formatOperatorAddress(operator, locale)],
    [m.legal_email(), mailLink(operator.email)],
    [m.legal_phone(), operator.phone],
    [m.legal_register(), operator.register],
    [m.legal_vat(), operator.vatId],
    [m.legal_director(), operator.publicationDirector],
    [m.legal_dpo(), dpo && html`${dpo.name && `${dpo.name}, `}${mailLink(dpo.email)}`],
    [
      m.legal_representative(),
      representative &&
        html`${[representative.name, ...representative.address].join(', ')},
        ${mailLink(representative.email)}`,
    ],
    [m.legal_authority(), pageLink(operator.supervisoryAuthority)],
    [m.legal_mediation(), operator.mediation && pageLink(operator.mediation)],
  ]
  return proseTable(facts.filter(([, value]) => value !== undefined))
}

function hosts({ processors }: Operator, locale: Locale): Html {
  return proseTable(
    processors
      .filter(({ role }) => role === 'hosting')
      .map((host) => [
        host.name,
        [formatOperatorAddress(host, locale), host.phone].filter(Boolean).join(', '),
      ]),
  )
}

/** Each in place of a paragraph that is its placeholder alone. */
export function renderOperatorBlocks(operator: Operator, locale: Locale): Record<string, Html> {
  return {
    'operator.identity': identity(operator, locale),
    'operator.hosts': hosts(operator, locale),
    'operator.processors': processorTable(operator, locale),
  }
}

/** By placeholder; countries and languages in the reader's words. */
export function listOperatorTexts(
  operator: Operator,
  locale: Locale,
): Record<string, string | Html> {
  const { dsa, supervisoryAuthority, law } = operator
  const languages = new Intl.DisplayNames(languageTags[locale], { type: 'language' })
  const plain = Object.entries(operator).flatMap(([key, value]) =>
    typeof value === 'object' ? [] : [[`operator.${key}`, String(value)]],
  )
  return {
    ...(Object.fromEntries(plain) as Record<string, string>),
    supportEmail: mailLink(operator.email),
    'operator.address': formatOperatorAddress(operator, locale),
    'operator.law': formatCountry(law, locale),
    'operator.supervisoryAuthority': pageLink(supervisoryAuthority),
    'operator.dsa.email': mailLink(dsa.email),
    'operator.dsa.languages': formatList(
      dsa.languages.map((language) => languages.of(language) ?? language),
      locale,
    ),
  }
}
