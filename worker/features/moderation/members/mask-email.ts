/** `a•••@example.com`: enough to tell two people apart. */
export function maskEmail(email: string): string {
  return `${[...email][0] ?? ''}•••${email.slice(email.lastIndexOf('@'))}`
}
