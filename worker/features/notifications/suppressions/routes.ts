import { endpoint } from '#worker/api/endpoint.ts'
import { MailEventInput } from './contract.ts'
import { takeMailEvent } from './take-mail-event.ts'

export const mailWebhookEndpoints = [
  endpoint({
    route: 'POST /webhooks/mail',
    operationId: 'takeMailEvent',
    summary: 'Take a signed event of the mail service: a bounce or a complaint',
    access: 'visitor',
    errors: { forbidden: ['forbidden'], not_found: ['route_not_found'] },
    body: MailEventInput,
    status: 204,
    run: async (ctx, { body, http: { req } }) =>
      takeMailEvent(
        ctx,
        {
          id: req.header('svix-id') ?? '',
          timestamp: req.header('svix-timestamp') ?? '',
          signatures: req.header('svix-signature') ?? '',
          body: await req.text(),
        },
        body,
      ),
  }),
]
