import { m } from '#site/lib/messages.ts'
import type { ReportReason } from '#worker/features/moderation/reports/contract.ts'

export const reportReasonNames: Record<ReportReason, () => string> = {
  spam: m.report_reason_spam,
  wrong_information: m.report_reason_wrong_information,
  impersonation: m.report_reason_impersonation,
  offensive: m.report_reason_offensive,
  minor_safety: m.report_reason_minor_safety,
  illegal: m.report_reason_illegal,
  copyright: m.report_reason_copyright,
  personal_data: m.report_reason_personal_data,
  other: m.report_reason_other,
}
