import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & {
  label?: string
  look?: 'primary' | 'danger' | 'quiet'
  isSmall?: boolean
  isBusy?: boolean
}

export function Button(props: Props) {
  const { label, look, isSmall, isBusy, className, children = label, ...rest } = props
  const classes = ['button', look && `button-${look}`, isSmall && 'button-small', className]
  const busy = isBusy === undefined ? {} : { disabled: isBusy, 'aria-busy': isBusy }
  return (
    <button type="button" {...busy} {...rest} className={classes.filter(Boolean).join(' ')}>
      {children}
    </button>
  )
}
