/**
 * How much each property of a passage speaks for a decision without an alternative, and for a claim that something was checked.
 * Fitted by `npm run lint:fit` on the sessions with faults and the examples of `bench/worth`; do not edit.
 */
export const LINT_WEIGHTS = `
 0.16  0.00  0.00 act:abandon
-0.12  0.00  0.00 act:answer
-0.32  0.00  0.00 act:attempt
 0.26  0.00  0.00 act:commit
-0.35  0.00  0.00 act:doubt
-0.42  0.00  0.00 act:fail
 0.07  0.00  0.00 act:plan
-0.12  0.00  0.00 act:result
 0.23  0.00  0.00 act:rule
-0.29  0.00  0.00 act:turn
-0.20  0.00  0.00 act:watch
-0.94  0.74 -0.70 all good
-1.36  0.00  0.00 alternative own
-3.39 -1.47  0.10 always
-1.50  0.00  0.00 answers note
-1.22 -0.62 -0.62 asks
-2.63 -1.40 -3.56 at end
-0.99 -0.28  0.67 author adopt
 0.70  0.13  1.06 author adopt:past
-1.23  0.00 -1.74 author answer
 1.90 -0.12  2.41 author answer:past
-0.48 -0.54 -0.30 author attempt
-0.17 -0.77 -0.43 author attempt:past
-0.43  0.96 -0.45 author be
 1.36 -0.31  1.56 author build
 0.03  0.32  0.00 author build:past
 0.41  0.00  0.69 author fail
-0.06 -1.11 -0.73 author look
 0.53 -0.09  0.47 author look:past
-1.35 -0.52  0.35 author modal
-0.00 -0.33 -0.04 author never
-0.21 -0.52 -0.49 author not
 1.23 -0.18  2.83 author progressive
 0.47 -1.02 -0.29 author reports
-1.53  0.36 -0.67 author result
-0.17  0.30 -0.10 author result:past
-1.45 -0.67 -1.75 author state
 0.24  0.09 -0.64 author state:past
-0.20  0.00 -0.25 author still
 0.76 -0.87  2.04 author stop
 1.29  0.00  0.68 author stop:past
-0.64  0.00  0.00 begins:a
-0.18  0.00  0.00 begins:after
 2.30  0.00  0.00 begins:also
-0.42  0.00  0.00 begins:an
 0.98  0.00  0.00 begins:and
 0.15  0.00  0.00 begins:as
-0.21  0.00  0.00 begins:at
-0.16  0.00  0.00 begins:because
-0.35  0.00  0.00 begins:before
-0.53  0.00  0.00 begins:both
-0.31  0.00  0.00 begins:by
-0.18  0.00  0.00 begins:each
-0.61  0.00  0.00 begins:every
-0.35  0.00  0.00 begins:fine
-0.32  0.00  0.00 begins:first
 1.59  0.00  0.00 begins:for
 1.26  0.00  0.00 begins:from
-0.31  0.00  0.00 begins:good
-0.52  0.00  0.00 begins:he
 0.74  0.00  0.00 begins:i
-0.39  0.00  0.00 begins:if
-1.35  0.00  0.00 begins:in
-0.20  0.00  0.00 begins:it
 0.24  0.00  0.00 begins:let
-0.21  0.00  0.00 begins:let's
-0.05  0.00  0.00 begins:most
-0.05  0.00  0.00 begins:my
-0.22  0.00  0.00 begins:next
-0.79  0.00  0.00 begins:no
-0.35  0.00  0.00 begins:not
-0.73  0.00  0.00 begins:now
-0.68  0.00  0.00 begins:of
 0.82  0.00  0.00 begins:ok
-0.85  0.00  0.00 begins:on
-0.86  0.00  0.00 begins:one
-0.09  0.00  0.00 begins:only
 0.95  0.00  0.00 begins:our
-0.19  0.00  0.00 begins:second
 0.65  0.00  0.00 begins:she
-0.25  0.00  0.00 begins:since
-0.61  0.00  0.00 begins:still
-0.06  0.00  0.00 begins:the
-0.09  0.00  0.00 begins:their
 0.50  0.00  0.00 begins:then
-0.74  0.00  0.00 begins:there
-0.29  0.00  0.00 begins:they
-0.30  0.00  0.00 begins:third
 0.16  0.00  0.00 begins:this
-0.75  0.00  0.00 begins:three
-0.41  0.00  0.00 begins:to
-1.23  0.00  0.00 begins:two
 0.18  0.00  0.00 begins:we
-0.59  0.00  0.00 begins:what
-0.29  0.00  0.00 begins:whether
-0.68  0.00  0.00 begins:with
-1.12  0.00  0.00 bracket
-0.10 -0.38 -0.37 brief
 1.05  0.28  1.05 changes to
-1.63 -1.11 -1.92 cites
 0.66  0.00  0.00 clock
-0.85 -0.92 -0.96 code
-0.58 -0.34 -1.02 comparative
-0.96  0.01 -1.29 denies
-0.83  0.40 -1.04 examines
-0.64  0.95 -0.20 examines all
-0.79  0.56 -0.93 examines and good
-0.70  0.50 -0.92 exclamation
-0.69 -0.31 -1.18 fault named
-0.32  0.00  0.00 first main:can
-0.08  0.00  0.00 first main:command
 0.31  0.00  0.00 first main:does
-1.31  0.00  0.00 first main:done
-0.19  0.00  0.00 first main:had
-0.71  0.00  0.00 first main:has done
 0.20  0.00  0.00 first main:may
 0.60  0.00  0.00 first main:must
 0.22  0.00  0.00 first main:none
-0.77  0.00  0.00 first main:past
 0.62  0.00  0.00 first main:present
-0.31  0.00  0.00 first main:was
-0.56  0.00  0.00 first main:was done
 1.55  0.00  0.00 first main:will
-0.53  0.00  0.00 first main:would
-0.62  0.00  0.00 first points back
 0.42  0.00  0.00 first subject:author
-0.11  0.00  0.00 first subject:bare
-0.49  0.00  0.00 first subject:name
-0.13  0.00  0.00 first subject:number
-0.72  0.00  0.00 first subject:others
 0.33  0.00  0.00 first subject:pointer
-0.35  0.00  0.00 first:cause
 0.11  0.00  0.00 first:first
 0.06  0.00  0.00 first:i
 0.52  0.00  0.00 first:idle
-0.30  0.00  0.00 first:it
-0.32  0.00  0.00 first:look
 0.32  0.00  0.00 first:look:past
-0.16  0.00  0.00 first:not
 0.53  0.00  0.00 first:we
 1.65 -0.25  1.90 from then
 1.15 -0.11  1.66 gerund adopt
 0.68 -0.32  1.22 gerund build
 0.62 -0.99  0.57 gerund first
-0.50  0.71 -0.53 good
-1.45 -1.41 -3.08 has confidence
-1.11  0.00 -1.40 has evidence
 0.33 -0.33  0.51 has:adopt
 0.78  0.02  1.57 has:adopt:past
-0.11  0.41  0.18 has:all
-0.02 -0.07 -0.20 has:answer
-0.21  0.95 -0.63 has:answer:past
-1.13 -0.60 -1.61 has:ask
-0.41 -0.56 -0.55 has:attempt
-0.66  0.09 -1.17 has:attempt:past
-0.34  0.34 -0.33 has:back
-0.65 -0.82 -1.53 has:bad
-0.24  0.31 -0.11 has:be
 0.48 -0.26  0.48 has:build
 0.26 -0.02  0.81 has:build:past
-0.51 -0.59 -1.38 has:but
-0.19 -0.55 -0.45 has:cause
-0.22 -0.47 -0.17 has:day
-0.71 -0.23 -1.42 has:doubt
 2.80  0.00  3.02 has:doubt:past
 0.24  0.09 -0.05 has:end
-0.39 -0.08 -0.81 has:fail
-0.22  0.02 -0.97 has:fail:past
-0.19 -0.37 -0.38 has:first
-0.77 -0.36 -0.56 has:future
-0.52 -0.20 -1.05 has:goal
 0.33  0.39  0.30 has:good
-0.24  0.20 -0.12 has:i
-0.18 -0.14 -0.48 has:idle
-0.43 -0.09 -0.95 has:instead
-0.17 -0.07 -0.37 has:it
-0.43 -0.63 -0.73 has:look
-0.18  0.57 -0.48 has:look:past
-0.78 -0.74 -1.15 has:maybe
-0.29 -0.42 -0.90 has:modal
-0.33 -0.15 -0.47 has:modal:past
 0.42 -1.09  0.38 has:money
-0.86  0.24 -0.85 has:never
-0.39  0.10 -0.19 has:nobody
-0.61 -0.16 -0.54 has:not
 0.38 -0.55  1.17 has:now
-0.96  0.11 -1.22 has:only
-0.33 -0.05 -0.54 has:person
 0.21 -0.11  0.31 has:plan
 0.57 -0.13  0.74 has:result
-0.64  0.10 -0.56 has:result:past
 0.77 -0.82  1.03 has:standing
 0.23 -0.15  0.14 has:state
-0.65  0.04 -0.78 has:state:past
-0.87 -0.50 -1.53 has:still
-0.21 -0.14 -0.20 has:stop
-0.46 -0.10 -0.78 has:stop:past
-0.72 -1.07 -1.02 has:unknown
-0.01 -0.48  0.23 has:we
-0.70  0.00  0.00 heading
-0.43  0.00  0.00 hypothetical
-0.90  0.00 -2.49 is revision
-0.73  0.00  0.00 item
-0.36  0.00  0.00 items
-0.24  0.00  0.00 known words
-0.96  0.00  0.00 last main:can
 1.22  0.00  0.00 last main:command
-0.08  0.00  0.00 last main:did
-0.94  0.00  0.00 last main:does
 0.62  0.00  0.00 last main:done
-0.21  0.00  0.00 last main:had
 0.79  0.00  0.00 last main:has done
 0.18  0.00  0.00 last main:is
-0.26  0.00  0.00 last main:is done
-0.21  0.00  0.00 last main:may
-0.18  0.00  0.00 last main:must
-0.10  0.00  0.00 last main:none
-0.19  0.00  0.00 last main:past
 0.05  0.00  0.00 last main:present
-0.25  0.00  0.00 last main:was
 0.07  0.00  0.00 last main:was done
-0.53  0.00  0.00 last main:will
-0.44  0.00  0.00 last main:would
-0.19  0.00  0.00 last verdict:against
-0.05  0.00  0.00 last verdict:for
-0.23  0.00  0.00 last verdict:pending
 0.45  0.00  0.00 last:adopt:past
 0.16  0.00  0.00 last:back
 0.71  0.00  0.00 last:build:past
-0.83  0.00  0.00 last:doubt
-0.17  0.00  0.00 last:look:past
 1.47  0.00  0.00 last:now
-0.82  0.00  0.00 last:stop:past
-0.38 -0.74 -0.91 length
-0.69  0.50 -1.44 lists
-0.97 -0.84 -1.75 long
-0.80  0.00  0.00 main:can
 0.47  0.00  0.00 main:command
-0.09  0.00  0.00 main:did
-0.63  0.00  0.00 main:does
-0.09  0.00  0.00 main:done
-0.23  0.00  0.00 main:had
 0.50  0.00  0.00 main:has done
 1.06  0.00  0.00 main:is done
 0.16  0.00  0.00 main:may
 0.51  0.00  0.00 main:must
 0.33  0.00  0.00 main:present
-0.29  0.00  0.00 main:was
-0.56  0.00  0.00 main:was done
-0.53  0.00  0.00 main:will
-0.50  0.00  0.00 main:would
 0.00 -0.59  0.00 many numbers
-0.13  0.00  0.00 mark::
-0.51  0.00  0.00 mark:;
 0.76 -0.39  0.96 names
 0.44  0.00  0.00 new topic
 0.18  0.00  0.00 new words
-0.46  1.33 -1.14 no fault
-0.71 -0.43 -0.68 not good
 1.30  0.00  0.00 novelty
-0.16 -0.81 -0.70 numbers:1
-0.67 -0.63 -1.14 numbers:2
-0.05  0.00  0.00 past share
 2.38  3.88  0.00 plain
 1.53  0.00  0.00 plain without alternative
 0.17  0.00  0.00 points back
-1.60 -2.17  0.00 prepared
-0.13 -0.50 -0.85 question
-1.33 -1.21 -1.47 quotation
 0.07 -0.62 -0.23 reported
-0.50  0.00  0.00 semicolon
-0.25  0.00  0.00 sentences:2
 1.07  0.00  0.00 share:can
-1.91  0.00  0.00 share:command
-0.25  0.00  0.00 share:did
 1.18  0.00  0.00 share:does
 0.79  0.00  0.00 share:done
-0.17  0.00  0.00 share:had
 0.15  0.00  0.00 share:has done
 0.48  0.00  0.00 share:is
 0.74  0.00  0.00 share:is done
-0.52  0.00  0.00 share:may
-0.37  0.00  0.00 share:present
-0.99  0.00  0.00 share:was
-0.06  0.00  0.00 share:was done
-0.25  0.00  0.00 share:will
-1.34  0.00  0.00 share:would
-0.32 -0.15 -0.37 short
 0.07  0.00  0.00 specifics
 0.02 -0.35  0.95 subject:author
 0.12  0.04 -0.13 subject:bare
-0.05  0.30 -0.08 subject:determined
-0.65  0.00  0.00 subject:name
 0.11 -0.41 -0.83 subject:number
-0.03 -1.24 -0.42 subject:others
 0.04 -0.26  0.48 subject:pointer
-0.93  0.00  0.00 symbol
 0.49  0.16  0.00 tail
 1.65  0.99  1.28 tail:adopt:past
-0.48  0.92  0.14 tail:answer:past
-0.36  0.82 -0.20 tail:attempt:past
-0.27  0.88 -0.18 tail:build:past
-0.12 -0.47 -0.58 tail:fail:past
-0.98  1.05 -0.76 tail:look:past
 0.58  1.21  0.90 tail:result:past
 0.62  0.02  0.64 tail:state:past
 1.53 -0.66  2.08 tail:stop:past
-1.44 -1.75  0.00 taken up
 0.94 -0.13  0.39 then author progressive
 1.21  0.38  1.46 then brief
 0.35 -0.48 -0.21 then changes to
-0.48  0.16 -0.59 then examines
 0.52 -0.64 -0.15 then gerund first
-0.09  0.29 -0.33 then good
-0.73 -0.59 -0.77 then subject:author
-0.15 -0.20 -0.30 then subject:bare
 0.11 -0.59 -0.06 then subject:determined
-0.17  0.00  0.00 then subject:name
 0.07 -0.38 -0.22 then subject:number
 0.64 -0.90  0.36 then subject:others
-0.19 -0.10  0.34 then subject:pointer
-0.85 -0.74 -0.91 then tail
-0.80 -0.60 -1.22 then title
 0.02 -0.09  0.66 title
 0.36  0.00  0.00 titled
-0.25 -0.94 -0.43 two sentences
-0.44 -0.39 -0.99 unexamined
-0.10  0.00  0.00 verbs
 0.06  0.00  0.00 verdict:against
-0.14  0.00  0.00 verdict:for
-0.30  0.00  0.00 verdict:pending
 2.87 -0.89  3.88 will be
 1.82 -0.49  2.59 will do
 0.23 -0.39 -0.21 will do to
-0.08  0.00  0.00 without verb
 0.00 -0.81  0.00 word:about
 0.00  0.16  0.00 word:after
 0.00  0.47  0.00 word:again
 0.00  0.59  0.00 word:against
 0.00  0.51  0.00 word:all
 0.00  0.26  0.00 word:along
 0.00 -0.73  0.00 word:already
 0.00  1.04  0.00 word:also
 0.00 -1.10  0.00 word:always
 0.00 -0.13  0.00 word:an
 0.00  0.34  0.00 word:and
 0.00 -1.20  0.00 word:another
 0.00 -0.99  0.00 word:any
 0.00 -1.16  0.00 word:anyone
 0.00 -0.19  0.00 word:are
 0.00 -0.31  0.00 word:as
 0.00 -0.05  0.00 word:at
 0.00 -0.31  0.00 word:back
 0.00 -0.51  0.00 word:be
 0.00 -0.78  0.00 word:because
 0.00  1.01  0.00 word:been
 0.00 -0.25  0.00 word:before
 0.00 -0.40  0.00 word:between
 0.00 -0.47  0.00 word:both
 0.00 -0.58  0.00 word:but
 0.00 -0.09  0.00 word:by
 0.00 -0.20  0.00 word:can
 0.00 -1.07  0.00 word:could
 0.00  0.84  0.00 word:did
 0.00 -0.63  0.00 word:do
 0.00 -1.33  0.00 word:does
 0.00  0.85  0.00 word:down
 0.00 -0.83  0.00 word:during
 0.00 -0.22  0.00 word:each
 0.00 -0.56  0.00 word:either
 0.00 -0.08  0.00 word:even
 0.00  0.65  0.00 word:every
 0.00  0.38  0.00 word:everything
 0.00 -0.69  0.00 word:for
 0.00 -0.38  0.00 word:from
 0.00 -0.06  0.00 word:had
 0.00 -0.24  0.00 word:have
 0.00 -0.40  0.00 word:he
 0.00 -0.71  0.00 word:her
 0.00 -0.36  0.00 word:here
 0.00 -0.06  0.00 word:his
 0.00 -0.58  0.00 word:how
 0.00  0.42  0.00 word:i
 0.00 -0.23  0.00 word:i'll
 0.00 -0.45  0.00 word:i'm
 0.00  0.22  0.00 word:i've
 0.00 -1.21  0.00 word:if
 0.00 -0.33  0.00 word:in
 0.00 -0.60  0.00 word:instead
 0.00  0.61  0.00 word:into
 0.00  0.05  0.00 word:is
 0.00  0.42  0.00 word:it
 0.00  0.13  0.00 word:it's
 0.00 -0.76  0.00 word:its
 0.00  1.34  0.00 word:just
 0.00 -0.30  0.00 word:least
 0.00 -0.16  0.00 word:less
 0.00  0.16  0.00 word:let
 0.00  0.48  0.00 word:may
 0.00 -0.31  0.00 word:might
 0.00 -0.54  0.00 word:more
 0.00 -0.66  0.00 word:most
 0.00 -0.22  0.00 word:must
 0.00  0.32  0.00 word:my
 0.00  0.40  0.00 word:neither
 0.00 -0.85  0.00 word:never
 0.00  0.40  0.00 word:new
 0.00  0.37  0.00 word:no
 0.00  0.10  0.00 word:nobody
 0.00  0.76  0.00 word:none
 0.00 -0.18  0.00 word:not
 0.00  0.45  0.00 word:nothing
 0.00 -0.08  0.00 word:of
 0.00  0.65  0.00 word:off
 0.00  1.01  0.00 word:ok
 0.00  0.51  0.00 word:on
 0.00 -0.69  0.00 word:once
 0.00  0.57  0.00 word:one
 0.00 -1.12  0.00 word:only
 0.00 -0.77  0.00 word:other
 0.00 -0.83  0.00 word:our
 0.00  0.52  0.00 word:out
 0.00  0.24  0.00 word:over
 0.00 -0.44  0.00 word:rather
 0.00 -0.45  0.00 word:same
 0.00 -0.19  0.00 word:she
 0.00  1.03  0.00 word:should
 0.00 -0.71  0.00 word:since
 0.00 -0.16  0.00 word:so
 0.00 -0.75  0.00 word:some
 0.00 -0.22  0.00 word:still
 0.00 -0.32  0.00 word:than
 0.00 -0.33  0.00 word:that
 0.00  0.63  0.00 word:the
 0.00  0.76  0.00 word:their
 0.00 -0.21  0.00 word:then
 0.00 -0.21  0.00 word:there
 0.00  0.05  0.00 word:there's
 0.00 -0.60  0.00 word:these
 0.00  0.08  0.00 word:they
 0.00 -0.47  0.00 word:this
 0.00 -0.54  0.00 word:those
 0.00 -0.22  0.00 word:though
 0.00 -0.49  0.00 word:three
 0.00  0.85  0.00 word:through
 0.00 -0.44  0.00 word:to
 0.00  1.02  0.00 word:too
 0.00 -0.06  0.00 word:two
 0.00  0.69  0.00 word:under
 0.00 -1.53  0.00 word:until
 0.00  0.59  0.00 word:up
 0.00  0.27  0.00 word:very
 0.00 -0.18  0.00 word:was
 0.00  0.20  0.00 word:we
 0.00 -0.16  0.00 word:were
 0.00 -0.45  0.00 word:when
 0.00 -0.89  0.00 word:where
 0.00 -0.68  0.00 word:whether
 0.00 -0.65  0.00 word:which
 0.00 -0.54  0.00 word:while
 0.00 -0.95  0.00 word:who
 0.00 -0.21  0.00 word:why
 0.00 -0.55  0.00 word:will
 0.00  0.24  0.00 word:with
 0.00 -1.14  0.00 word:without
 0.00 -0.58  0.00 word:would
 0.00 -0.47  0.00 word:yet
 0.00 -0.59  0.00 word:you
-0.14  0.00  0.00 words per sentence
`;
