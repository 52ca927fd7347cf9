import { useEffect, type ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { setReportParameter } from '#site/lib/session/return-url.ts'
import { onSessionEvent } from '#site/lib/session/session-events.ts'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { maxReportTextLength, ReportReason } from '#worker/features/moderation/reports/contract.ts'
import {
  emptyReportValues,
  reportPartName,
  ReportForm,
  reportParts,
  toReportInput,
  type ReportedSubjectRef,
  type ReportValues,
} from './report-form.ts'
import { reportReasonNames } from './report-reasons.ts'

type Props = { page: ReportedSubjectRef; name: string; onClose: () => void }

export function ReportDialog({ page, name, onClose }: Props) {
  const form = useValidatedForm<ReportValues>({
    schema: ReportForm,
    defaults: emptyReportValues,
    fallback: m.report_failed,
    async send(values) {
      await api.post('reports', { body: toReportInput(page, values) })
      showSuccess(m.report_sent())
      onClose()
    },
  })
  const { fieldOf, register, errorOf, trigger, watch, formState } = form
  useReturnAfterLogin(page)
  // Whether words are missing depends on the reason.
  const recheck = () => formState.isSubmitted && void trigger('text')
  return (
    <FormDialog
      title={m.report_title({ name })}
      act={m.report_send()}
      intro={<p className="quiet">{m.report_text()}</p>}
      {...{ form, onClose }}
    >
      <ChoiceGroup legend={m.report_part()} error={undefined}>
        {reportParts.map((part) => (
          <Choice key={part} value={part} field={register('part')}>
            {reportPartName(page.type, part)}
          </Choice>
        ))}
      </ChoiceGroup>
      <ChoiceGroup legend={m.report_reason()} error={errorOf('reason')}>
        {ReportReason.options.map((reason) => (
          <Choice key={reason} value={reason} field={register('reason', { onChange: recheck })}>
            {reportReasonNames[reason]()}
          </Choice>
        ))}
      </ChoiceGroup>
      <TextArea
        label={watch('reason') === 'other' ? m.report_details() : m.report_details_optional()}
        hint={m.report_details_hint()}
        {...fieldOf('text')}
        maxLength={maxReportTextLength}
        rows={3}
      />
    </FormDialog>
  )
}

/** Login leads back to the dialog; the form keeps what was typed. */
function useReturnAfterLogin({ type, id }: ReportedSubjectRef): void {
  useEffect(() => onSessionEvent('ended', () => setReportParameter(`${type}-${id}`)), [type, id])
}

type ChoiceGroupProps = { legend: string; error: string | undefined; children: ReactNode }

function ChoiceGroup({ legend, error, children }: ChoiceGroupProps) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {children}
      <p className="field-error" aria-live="polite">
        {error}
      </p>
    </fieldset>
  )
}

type ChoiceProps = { value: string; field: UseFormRegisterReturn; children: ReactNode }

function Choice({ value, field, children }: ChoiceProps) {
  return (
    <label className="choice-row">
      <input type="radio" value={value} {...field} />
      {children}
    </label>
  )
}
