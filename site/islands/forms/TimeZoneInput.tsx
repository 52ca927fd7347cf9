import { useMemo } from 'react'
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
  const zones = useMemo(() => (isHydrated ? listZones() : []), [isHydrated])
  return (
    <SuggestionInput
      control={control}
      suggestions={zones}
      text={zoneLabel(zone)}
      onValue={onZone}
      onLeave={() => onLeave?.()}
    />
  )
}
