/** What went wrong with the form as a whole. */
export function Failure({ text }: { text: string }) {
  return (
    <div className="form-failure" role="alert">
      {text && <p className="notice notice-error">{text}</p>}
    </div>
  )
}
