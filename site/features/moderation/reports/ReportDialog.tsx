import { useEffect, useState, type ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import * as v from 'valibot'
import { api, readAccessToken } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { setReportParameter } from '#site/lib/session/return-url.ts'
import { onSessionEvent } from '#site/lib/session/session-events.ts'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { TextArea, TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { maxReportTextLength, ReportReason } from '#worker/features/moderation/reports/contract.ts'
import {
  emptyReportValues,
  createReportForm,
  hasPicturePart,
  reportPartName,
  reportParts,
  toReportInput,
  type ReportedSubjectRef,
  type ReportValues,
} from './report-form.ts'
import { reportReasonNames } from './report-reasons.ts'

type Props = { report: string; subject: ReportedSubjectRef; name: string; onClose: () => void }

export function ReportDialog({ report, subject, name, onClose }: Props) {
  const [isVisitor] = useState(() => !readAccessToken())
  const [schema] = useState(() => createReportForm(isVisitor))
  const form = useValidatedForm<ReportValues>({
    schema,
    defaults: emptyReportValues,
    fallback: m.report_failed,
    async send(values) {
      await api.post('reports', { body: toReportInput(subject, v.parse(schema, values)) })
      showSuccess(m.report_sent())
      onClose()
    },
  })
  const { fieldOf, register, errorOf, trigger, watch, formState } = form
  useReturnAfterLogin(report)
  // Whether words are missing depends on the reason.
  const recheck = () => formState.isSubmitted && void trigger(['text', 'statement'])
  const reason = watch('reason')
  return (
    <FormDialog
      title={m.report_title({ name })}
      act={m.report_send()}
      intro={<p className="quiet">{m.report_text()}</p>}
      {...{ form, onClose }}
    >
      {hasPicturePart(subject) && (
        <ChoiceGroup legend={m.report_part()} error={undefined}>
          {reportParts.map((part) => (
            <Choice key={part} value={part} field={register('part')}>
              {reportPartName(subject.type, part)}
            </Choice>
          ))}
        </ChoiceGroup>
      )}
      <ChoiceGroup legend={m.report_reason()} error={errorOf('reason')}>
        {ReportReason.options.map((value) => (
          <Choice key={value} value={value} field={register('reason', { onChange: recheck })}>
            {reportReasonNames[value]()}
          </Choice>
        ))}
      </ChoiceGroup>
      <TextArea
        label={detailsLabel(reason)}
        hint={m.report_details_hint()}
        {...fieldOf('text')}
        maxLength={maxReportTextLength}
        rows={3}
      />
      {isVisitor && (
        <>
          <TextField label={m.report_name_optional()} {...fieldOf('name')} maxLength={100} />
          <TextField
            label={m.report_email_optional()}
            hint={m.report_email_hint()}
            {...fieldOf('email')}
            type="email"
          />
        </>
      )}
      {(isVisitor || reason === 'illegal' || reason === 'copyright') && (
        <div>
          <label className="choice-row">
            <input
              type="checkbox"
              aria-invalid={errorOf('statement') !== undefined}
              {...register('statement')}
            />
            {m.report_statement()}
          </label>
          <p className="field-error" aria-live="polite">
            {errorOf('statement')}
          </p>
        </div>
      )}
    </FormDialog>
  )
}

/** Login leads back to the dialog; the form keeps what was typed. */
function useReturnAfterLogin(report: string): void {
  useEffect(() => onSessionEvent('ended', () => setReportParameter(report)), [report])
}

function detailsLabel(reason: ReportReason | ''): string {
  if (reason === 'illegal') return m.report_illegal_details()
  return reason === 'other' ? m.report_details() : m.report_details_optional()
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
