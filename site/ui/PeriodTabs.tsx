type Props<Period extends string> = {
  label: string
  periods: readonly Period[]
  names: Record<Period, () => string>
  chosen: Period
  onChoose: (period: Period) => void
}

export function PeriodTabs<Period extends string>(props: Props<Period>) {
  const { label, periods, names, chosen, onChoose } = props
  return (
    <div className="tabs profile-tabs" role="group" aria-label={label}>
      {periods.map((one) => (
        <button key={one} type="button" aria-pressed={one === chosen} onClick={() => onChoose(one)}>
          {names[one]()}
        </button>
      ))}
    </div>
  )
}
