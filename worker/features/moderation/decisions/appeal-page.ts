import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import { errorText } from '#worker/api/error-texts.ts'
import { validationText } from '#worker/api/validation-texts.ts'
import { getDecision, sendAppeal } from './appeals.ts'
import { AppealInput } from './contract.ts'
import type { DecisionRow } from './decision-rows.ts'

type AppealPage = { decision: DecisionRow; typed: { text: string; email: string }; fault: string }

function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Shows again what was typed where it is refused. @throws AppError `page_not_found` */
export async function answerAppealForm(
  ctx: Ctx,
  token: string,
  form: FormData,
): Promise<AppealPage> {
  const typed = { text: readText(form, 'text'), email: readText(form, 'email') }
  const input = v.safeParse(AppealInput, { ...typed, email: typed.email || null })
  if (!input.success) {
    const fault = validationText(input.issues[0], ctx.locale)
    return { decision: await getDecision(ctx, token), typed, fault }
  }
  const decision = await sendAppeal(ctx, token, input.output)
  const isSent = decision.appealText === input.output.text
  return { decision, typed, fault: isSent ? '' : errorText('appeal_closed', ctx.locale) }
}
