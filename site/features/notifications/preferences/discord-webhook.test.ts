import { expect, test } from 'vitest'
import { collectValidationErrors } from '#site/ui/fields/resolver.ts'
import { DiscordWebhookInput } from '#worker/features/accounts/contract.ts'

const path = `/api/webhooks/123456789012345678/${'s'.repeat(68)}`
const notWhole = 'This isn’t a complete webhook URL. Copy it again from Discord'

test.each([
  [`https://discord.com${path}`, undefined],
  ['', 'This field is required'],
  [`http://discord.com${path}`, 'Enter a URL starting with https://'],
  ['discord.com', 'Enter a URL starting with https://'],
  [`https://example.com${path}`, 'Enter a URL starting with https://discord.com/'],
  [`https://discord.com@example.com${path}`, 'Enter a URL starting with https://discord.com/'],
  ['https://discord.com/channels/1/2', notWhole],
  [`https://discord.com${path.slice(0, 40)}`, notWhole],
])('the webhook %j is told what is wrong with it', (url, fault) => {
  expect(collectValidationErrors(DiscordWebhookInput, { url }, 'en')['url']).toBe(fault)
})
