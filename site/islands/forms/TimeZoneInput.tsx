import { useMemo, useState } from 'react'
import type { ControlProps } from './Field.tsx'
import { SuggestionInput } from './SuggestionInput.tsx'
import { useIsHydrated } from './use-checked-form.ts'
import { listZones, zoneLabel } from './zones.ts'

type Props = {
  control: ControlProps
  zone: string
  onZone: (zone: string) => void
  onLeave?: () => void
}

/** Every IANA zone, searched by name or offset. */
export function TimeZoneInput({ control, zone, onZone, onLeave }: Props) {
  const isHydrated = useIsHydrated()
  // Set from outside, as by a form that gives back what was typed, the text begins anew.
  const [seen, setSeen] = useState({ zone, typed: zone, beginnings: 0 })
  if (seen.zone !== zone) {
    setSeen({ zone, typed: zone, beginnings: seen.beginnings + Number(zone !== seen.typed) })
  }
  const zones = useMemo(() => (isHydrated ? listZones() : []), [isHydrated])
  return (
    <SuggestionInput
      key={seen.beginnings}
      control={control}
      suggestions={zones}
      text={zoneLabel(zone)}
      onValue={(typed) => {
        setSeen({ ...seen, typed })
        onZone(typed)
      }}
      onLeave={() => onLeave?.()}
    />
  )
}
