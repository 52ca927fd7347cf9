import * as v from 'valibot'

const Text = v.pipe(v.string('is missing'), v.trim(), v.nonEmpty('is empty'))
const Email = v.pipe(Text, v.email('is no email address'))
const Link = v.pipe(Text, v.url('is no address of a page'), v.startsWith('https://', 'is no https'))
const Days = v.pipe(
  v.number('is missing'),
  v.integer('is no whole number'),
  v.minValue(0, 'is negative'),
  v.maxValue(3650, 'is more than ten years'),
)

/** Named by the standard library, but no countries. */
const groupsOfCountries = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']

function isCountryCode(code: string): boolean {
  return (
    /^[A-Z]{2}$/.test(code) &&
    !groupsOfCountries.includes(code) &&
    new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined &&
    Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
  )
}

const Country = v.pipe(Text, v.check(isCountryCode, 'is no country code of ISO 3166, such as FR'))
const Contact = v.strictObject({ name: v.optional(Text), email: Email })
const Page = v.strictObject({ name: Text, url: Link })
const Address = v.pipe(v.array(Text, 'is no list of lines'), v.minLength(1, 'has no line'))

const processorRoles = ['hosting', 'database', 'email', 'backup', 'alerts'] as const
const safeguards = ['eu', 'adequacy', 'dpf', 'scc'] as const

const Processor = v.strictObject({
  role: v.picklist(processorRoles, `is none of ${processorRoles.join(', ')}`),
  name: Text,
  address: Address,
  country: Country,
  phone: v.optional(Text),
  /** Outside the European Economic Area: an adequacy decision, the Data Privacy Framework, or clauses. */
  safeguard: v.optional(v.picklist(safeguards, `is none of ${safeguards.join(', ')}`)),
  termsUrl: Link,
  /** Time for which it keeps personal data; without it, as long as the site does. */
  retentionDays: v.optional(Days),
})

/** Where the law of the country has its own; the age of consent to the use of data is 16 elsewhere. */
const countryDefaults: Record<
  string,
  { digitalAge: number; supervisoryAuthority: v.InferOutput<typeof Page> }
> = {
  FR: { digitalAge: 15, supervisoryAuthority: { name: 'CNIL', url: 'https://www.cnil.fr/' } },
  ES: { digitalAge: 14, supervisoryAuthority: { name: 'AEPD', url: 'https://www.aepd.es/' } },
}

/** `operator.json`: the person or organization that runs this installation, and its promises. */
export const OperatorFile = v.pipe(
  v.strictObject(
    {
      legalName: Text,
      legalForm: v.optional(Text),
      address: Address,
      country: Country,
      email: Email,
      phone: v.optional(Text),
      register: v.optional(Text),
      vatId: v.optional(Text),
      publicationDirector: v.optional(Text),
      dpo: v.optional(Contact),
      /** For an operator outside the European Union. */
      representative: v.optional(v.strictObject({ name: Text, address: Address, email: Email })),
      supervisoryAuthority: v.optional(Page),
      digitalAge: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(13, 'is below 13'),
          v.maxValue(16, 'is above 16'),
        ),
      ),
      mediation: v.optional(Page),
      /** Contact point of authorities and users, by the Digital Services Act. */
      dsa: v.strictObject(
        {
          email: Email,
          languages: v.pipe(
            v.array(v.pipe(v.string(), v.regex(/^[a-z]{2}$/, 'is no language code, such as en'))),
            v.minLength(1, 'names no language'),
          ),
        },
        'is missing',
      ),
      /** Country of the law that applies; default: the operator's. */
      law: v.optional(Country),
      processors: v.array(Processor, 'is missing'),
      logDays: Days,
      mailDays: Days,
      backupDays: v.optional(Days, 93),
      inactiveMonths: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(6), v.maxValue(120)),
        24,
      ),
    },
    'is missing',
  ),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { supervisoryAuthority, digitalAge, law, ...operator } = dataset.value
    const ofCountry = countryDefaults[operator.country]
    const authority = supervisoryAuthority ?? ofCountry?.supervisoryAuthority
    if (!authority) {
      addIssue({
        message: `supervisoryAuthority is missing: none is known for ${operator.country}`,
      })
      return NEVER
    }
    return {
      ...operator,
      supervisoryAuthority: authority,
      digitalAge: digitalAge ?? ofCountry?.digitalAge ?? 16,
      law: law ?? operator.country,
    }
  }),
)
export type OperatorInput = v.InferInput<typeof OperatorFile>
