import { endpoint } from '#worker/api/endpoint.ts'
import { BrevoEventInput, MailEventInput } from './contract.ts'
import { takeBrevoEvent, takeMailEvent } from './take-mail-event.ts'

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
  endpoint({
    route: 'POST /webhooks/brevo',
    operationId: 'takeBrevoEvent',
    summary: 'Take an event of the second mail service, with its token: a bounce or a complaint',
    access: 'visitor',
    errors: { forbidden: ['forbidden'], not_found: ['route_not_found'] },
    body: BrevoEventInput,
    status: 204,
    run: async (ctx, { body, http: { req } }) =>
      takeBrevoEvent(ctx, req.header('Authorization') ?? '', body),
  }),
]
