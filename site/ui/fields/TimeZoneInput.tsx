import { useMemo, useRef, useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { City } from './cities.ts'
import { Field, type ControlProps } from './Field.tsx'
import { SuggestionInput } from './SuggestionInput.tsx'
import { rejectServerImport } from '#site/lib/rendering/shared-on-client.ts'
import { m } from '#site/lib/messages.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { findZones, listZones, addCityExamples, zoneLabel } from './zones.ts'

type Props = {
  control: ControlProps
  zone: string
  onZone: (zone: string) => void
  onLeave?: () => void
}

export function TimeZoneInput({ control, zone, onZone, onLeave }: Props) {
  const isHydrated = useIsHydrated()
  // Set from outside, as by a form that gives back what was typed, the text begins anew.
  const [seen, setSeen] = useState({ zone, typed: zone, beginnings: 0 })
  if (seen.zone !== zone) {
    setSeen({ zone, typed: zone, beginnings: seen.beginnings + Number(zone !== seen.typed) })
  }
  const { cities, load } = useCities()
  const listedZones = useMemo(() => (isHydrated ? listZones() : []), [isHydrated])
  const zones = useMemo(() => addCityExamples(listedZones, cities), [listedZones, cities])
  const suggestions = useMemo(
    () => zones.map(({ label, tzCode }) => ({ label, value: tzCode })),
    [zones],
  )
  return (
    <SuggestionInput
      key={seen.beginnings}
      control={control}
      suggestions={suggestions}
      find={(text) => findZones(zones, cities, text)}
      text={zoneLabel(zone)}
      onValue={(typedText) => {
        setSeen({ ...seen, typed: typedText })
        onZone(typedText)
      }}
      onEnter={() => void load()}
      onLeave={() => onLeave?.()}
    />
  )
}

export function TimeZoneField({
  error,
  ...input
}: Omit<Props, 'control'> & { error?: string | undefined }) {
  return (
    <Field label={m.profile_timezone()} hint={m.profile_timezone_hint()} error={error}>
      {(control) => <TimeZoneInput control={control} {...input} />}
    </Field>
  )
}

const none: City[] = []

/** Loaded on focus; until then, and on failure, zones are found by their own names. */
function useCities() {
  const [cities, setCities] = useState(none)
  const isAsked = useRef(false)

  async function load(): Promise<void> {
    if (isAsked.current) return
    isAsked.current = true
    try {
      const { loadCities } = await (import.meta.env.SSR
        ? rejectServerImport()
        : import('./load-cities.ts'))
      setCities(await loadCities(new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])))
    } catch {
      isAsked.current = false
    }
  }

  return { cities, load }
}

type BrowserZoneButtonProps = { className?: string; onUse: () => void }

/** Goes once it is used: focus by keyboard moves to the field above. */
export function BrowserZoneButton({ className = '', onUse }: BrowserZoneButtonProps) {
  function use({ currentTarget: button }: MouseEvent<HTMLButtonElement>): void {
    const field = button.matches(':focus-visible') ? button.previousElementSibling : null
    // The field begins anew with the other zone.
    flushSync(onUse)
    field?.querySelector('input')?.focus()
  }

  return (
    <button type="button" className={`button button-small ${className}`} onClick={use}>
      {m.settings_browser_zone()}
    </button>
  )
}
