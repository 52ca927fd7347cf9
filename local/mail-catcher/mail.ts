export type Mail = {
  id: string
  at: string
  from: string
  to: string[]
  cc: string[]
  bcc: string[]
  replyTo: string[]
  subject: string
  html: string | null
  text: string | null
  headers: Record<string, string>
  tags: { name: string; value: string }[]
}
