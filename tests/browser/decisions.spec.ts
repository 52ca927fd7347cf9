import { expect } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { openVisitor, signIn } from '#tests/support/drivers/visitors.ts'
import { createMember } from '#tests/support/factories/members.ts'

const site = useSite()

test('a restricted member reads why, appeals without login, and another moderator decides', async ({
  browser,
}) => {
  const member = await createMember(site, { username: 'Wronged' })
  const colleague = await createMember(site, { role: 'moderator' })
  const mails = () => site.mails(member.email)

  const { page: admin, context: adminContext } = await openVisitor(site, browser)
  await signIn(site, adminContext, 'admin')
  await admin.goto('/admin/panel/users?q=Wronged')
  await admin.getByRole('button', { name: 'Restrict Wronged' }).click()
  const question = admin.getByRole('dialog', { name: 'Restrict Wronged?' })
  await question.getByRole('button', { name: 'Restrict' }).click()
  await expect(question.getByLabel('Ground')).toHaveAttribute('aria-invalid', 'true')
  await question.getByLabel('Ground').selectOption('Terms: spam or hidden advertising')
  await question.getByLabel('What happened').fill('Three proposals advertise a shop.')
  expect(await axeFaults(admin)).toEqual([])
  await question.getByRole('button', { name: 'Restrict' }).click()
  await expect(admin.getByRole('row', { name: /Wronged/ }).getByText('Restricted')).toBeVisible()

  await expect.poll(async () => (await mails()).length).toBe(1)
  const told = (await mails())[0]?.text ?? ''
  expect(told).toContain('Terms: spam or hidden advertising')
  expect(told).toContain('Three proposals advertise a shop.')
  const link = /\S+\/appeal\/\S+/.exec(told)?.[0] ?? ''

  const { page: appellant } = await openVisitor(site, browser)
  await appellant.goto(link)
  await expect(appellant.getByText('Three proposals advertise a shop.')).toBeVisible()
  expect(await axeFaults(appellant)).toEqual([])
  await appellant.getByRole('textbox').fill('The shop is my charity event.')
  await appellant.getByRole('button', { name: 'Send appeal' }).click()
  await expect(appellant.getByText('Your appeal has been sent.')).toBeVisible()
  await appellant.goto(link)
  await expect(appellant.getByText('The shop is my charity event.')).toBeVisible()
  await expect(appellant.getByRole('button', { name: 'Send appeal' })).toHaveCount(0)

  await admin.goto('/admin/panel/appeals')
  const row = admin.getByRole('row').filter({ hasText: 'charity event' })
  await expect(row.getByText('You made this decision: another moderator answers.')).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)

  const { page: other, context: otherContext } = await openVisitor(site, browser)
  await signIn(site, otherContext, colleague.username)
  await other.goto('/admin/panel/appeals')
  expect(await axeFaults(other)).toEqual([])
  await other.getByRole('button', { name: 'Answer the appeal of Wronged' }).click()
  const answer = other.getByRole('dialog', { name: 'Answer the appeal of Wronged' })
  await answer.getByLabel('Outcome').selectOption({ index: 1 })
  await answer.getByRole('textbox').fill('You are right, and we are sorry.')
  expect(await axeFaults(other)).toEqual([])
  await answer.getByRole('button', { name: 'Answer' }).click()
  await expect(other.getByText('No open appeals.')).toBeVisible()
  await admin.goto('/admin/panel/users?q=Wronged')
  await expect(admin.getByRole('row', { name: /Wronged/ }).getByText('Active')).toBeVisible()

  await expect.poll(async () => (await mails()).at(-1)?.text).toContain('we are sorry')
  await appellant.goto(link)
  await expect(appellant.getByText('You are right, and we are sorry.')).toBeVisible()
})
