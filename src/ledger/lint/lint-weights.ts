/**
 * How much each property of a passage speaks for a decision without an alternative, and for a claim that something was checked.
 * Fitted by `npm run lint:fit` on the sessions with faults and the examples of `bench/worth`; do not edit.
 */
export const LINT_WEIGHTS = `
 0.10  0.00  0.00 act:abandon
-0.08  0.00  0.00 act:answer
-0.31  0.00  0.00 act:attempt
 0.25  0.00  0.00 act:commit
-0.38  0.00  0.00 act:doubt
-0.40  0.00  0.00 act:fail
-0.06  0.00  0.00 act:plan
-0.20  0.00  0.00 act:result
 0.25  0.00  0.00 act:rule
-0.28  0.00  0.00 act:turn
-0.20  0.00  0.00 act:watch
-1.11  0.54 -0.49 all good
-0.23  0.00  0.00 alternative before
-1.37  0.00  0.00 alternative own
-3.15 -0.90  0.47 always
-0.99  0.00  0.00 answers note
-0.67 -0.55 -0.53 asks
-2.41 -1.32 -3.32 at end
-0.63 -0.23  0.51 author adopt
 0.46  0.00  0.93 author adopt:past
-0.98  0.00 -1.39 author answer
 1.89 -0.42  2.61 author answer:past
-0.45 -0.42 -0.41 author attempt
-0.16 -0.74 -0.50 author attempt:past
-0.41  1.33 -0.32 author be
 1.11 -0.19  1.38 author build
 0.41  0.39  0.45 author build:past
-0.36 -1.01 -0.96 author look
 0.57  0.02  0.42 author look:past
-1.21 -0.50  0.41 author modal
-0.01 -0.27 -0.04 author never
-0.17 -0.55 -0.44 author not
 1.40 -0.25  3.29 author progressive
 1.03 -0.62 -0.23 author reports
-0.92  0.29 -0.39 author result
-0.14  0.11 -0.42 author result:past
-2.14 -0.59 -2.14 author state
 0.22  0.35 -0.68 author state:past
-0.13  0.00 -0.21 author still
 0.66  0.00  2.28 author stop
 1.51  0.00  0.79 author stop:past
-0.48  0.00  0.00 begins:a
-0.14  0.00  0.00 begins:after
 2.77  0.00  0.00 begins:also
-0.38  0.00  0.00 begins:an
-0.51  0.00  0.00 begins:and
 0.06  0.00  0.00 begins:as
-0.25  0.00  0.00 begins:at
-0.12  0.00  0.00 begins:because
-0.36  0.00  0.00 begins:before
-0.70  0.00  0.00 begins:both
-0.05  0.00  0.00 begins:by
-0.42  0.00  0.00 begins:every
-0.24  0.00  0.00 begins:fine
-0.40  0.00  0.00 begins:first
 1.16  0.00  0.00 begins:for
 1.28  0.00  0.00 begins:from
-0.25  0.00  0.00 begins:good
-0.55  0.00  0.00 begins:he
 0.70  0.00  0.00 begins:i
-0.36  0.00  0.00 begins:if
-1.34  0.00  0.00 begins:in
-0.44  0.00  0.00 begins:it
 0.30  0.00  0.00 begins:let
-0.34  0.00  0.00 begins:let's
-0.05  0.00  0.00 begins:most
 0.15  0.00  0.00 begins:my
-0.15  0.00  0.00 begins:next
-0.84  0.00  0.00 begins:no
-0.25  0.00  0.00 begins:not
-0.67  0.00  0.00 begins:now
-0.71  0.00  0.00 begins:of
 0.99  0.00  0.00 begins:ok
-0.77  0.00  0.00 begins:on
-0.80  0.00  0.00 begins:one
-0.08  0.00  0.00 begins:only
 1.09  0.00  0.00 begins:our
-0.18  0.00  0.00 begins:second
 0.64  0.00  0.00 begins:she
-0.28  0.00  0.00 begins:since
-0.05  0.00  0.00 begins:so
-0.51  0.00  0.00 begins:still
 0.06  0.00  0.00 begins:that
-0.07  0.00  0.00 begins:their
 0.78  0.00  0.00 begins:then
-0.61  0.00  0.00 begins:there
-0.41  0.00  0.00 begins:they
 0.18  0.00  0.00 begins:this
-0.69  0.00  0.00 begins:three
-0.28  0.00  0.00 begins:to
-0.99  0.00  0.00 begins:two
-0.34  0.00  0.00 begins:we
-0.58  0.00  0.00 begins:what
-0.34  0.00  0.00 begins:whether
-0.74  0.00  0.00 begins:with
-0.89  0.00  0.00 bracket
-0.10 -0.25 -0.40 brief
 0.82 -0.09  0.85 changes to
-1.47 -0.82 -1.88 cites
 0.77  0.00  0.00 clock
-0.81 -0.78 -0.89 code
-0.58 -0.53 -1.01 comparative
-0.90  0.01 -1.13 denies
-0.68  0.26 -0.98 examines
-0.53  0.57 -0.09 examines all
-0.62  0.48 -0.63 examines and good
-0.21  0.50 -0.90 exclamation
-0.47 -0.24 -0.98 fault named
 0.00 -0.52  0.00 figures
-0.29  0.00  0.00 first main:can
 0.64  0.00  0.00 first main:does
-1.12  0.00  0.00 first main:done
-0.36  0.00  0.00 first main:had
-0.84  0.00  0.00 first main:has done
 0.08  0.00  0.00 first main:is
 0.23  0.00  0.00 first main:is done
 0.17  0.00  0.00 first main:may
 0.71  0.00  0.00 first main:must
 0.17  0.00  0.00 first main:none
-0.84  0.00  0.00 first main:past
 0.54  0.00  0.00 first main:present
-0.28  0.00  0.00 first main:was
-0.55  0.00  0.00 first main:was done
 1.88  0.00  0.00 first main:will
-0.53  0.00  0.00 first main:would
-0.41  0.00  0.00 first points back
 0.25  0.00  0.00 first subject:author
-0.47  0.00  0.00 first subject:name
-0.27  0.00  0.00 first subject:number
-0.80  0.00  0.00 first subject:others
-0.49  0.00  0.00 first:cause
 0.20  0.00  0.00 first:first
 0.25  0.00  0.00 first:i
-0.17  0.00  0.00 first:it
-0.13  0.00  0.00 first:look
 0.21  0.00  0.00 first:look:past
-0.12  0.00  0.00 first:not
 0.56  0.00  0.00 first:we
 1.55 -0.02  1.92 from then
 1.04 -0.04  1.68 gerund adopt
 0.57 -0.39  1.11 gerund build
 0.67 -0.72  0.72 gerund first
-0.77  0.70 -0.77 good
-1.59 -1.81 -3.09 has confidence
-0.87  0.00 -1.13 has evidence
 0.23 -0.34  0.52 has:adopt
 0.31  0.09  1.53 has:adopt:past
-0.20  0.35  0.12 has:all
-0.32 -0.25 -0.60 has:answer
-0.24  0.79 -0.76 has:answer:past
-1.11 -0.55 -1.44 has:ask
-0.72 -0.32 -0.38 has:attempt
-0.47  0.22 -1.06 has:attempt:past
-0.10  0.34 -0.34 has:back
-0.63 -0.73 -1.15 has:bad
-0.17  0.37 -0.01 has:be
 0.61 -0.33  0.52 has:build
 0.07 -0.11  0.34 has:build:past
-0.50 -0.58 -1.31 has:but
-0.05 -0.57 -0.25 has:cause
-0.19 -0.46 -0.23 has:day
-0.61 -0.13 -1.39 has:doubt
 2.99  0.00  3.00 has:doubt:past
 0.14  0.23 -0.06 has:end
-0.70  0.04 -0.94 has:fail
-0.80  0.10 -1.71 has:fail:past
-0.13 -0.79 -0.22 has:first
-0.54 -0.25 -0.51 has:future
-0.46 -0.17 -1.07 has:goal
 0.55  0.20  0.38 has:good
-0.13  0.22  0.03 has:i
-0.20 -0.27 -0.61 has:idle
-0.62 -0.22 -0.94 has:instead
-0.19 -0.02 -0.47 has:it
-0.40 -0.60 -0.61 has:look
-0.14  0.38 -0.46 has:look:past
-0.72 -0.68 -1.15 has:maybe
-0.28 -0.35 -0.84 has:modal
 0.70 -1.02  0.51 has:money
-0.86  0.24 -0.83 has:never
-0.27  0.16 -0.29 has:nobody
-0.56 -0.08 -0.54 has:not
 0.42 -0.44  0.80 has:now
-0.74  0.27 -1.39 has:only
-0.22  0.06 -0.48 has:person
-0.19 -0.02  0.25 has:plan
 0.52 -0.01  0.69 has:result
-0.50  0.21 -0.38 has:result:past
 0.75 -0.66  1.16 has:standing
 0.25 -0.18  0.22 has:state
-0.67 -0.02 -0.65 has:state:past
-0.66 -0.51 -1.43 has:still
-0.24 -0.27 -0.08 has:stop
-0.64 -0.16 -0.65 has:stop:past
-0.60 -1.10 -1.34 has:unknown
 0.12 -0.43  0.31 has:we
-0.68  0.00  0.00 heading
-0.38  0.00  0.00 hypothetical
-0.81  0.00 -2.44 is revision
-0.72  0.00  0.00 item
-0.35  0.00  0.00 items
-0.30  0.00  0.00 known words
-0.91  0.00  0.00 last main:can
 1.22  0.00  0.00 last main:command
-0.07  0.00  0.00 last main:did
-0.90  0.00  0.00 last main:does
 0.55  0.00  0.00 last main:done
-0.36  0.00  0.00 last main:had
 0.92  0.00  0.00 last main:has done
-0.19  0.00  0.00 last main:is done
-0.19  0.00  0.00 last main:may
-0.26  0.00  0.00 last main:must
-0.16  0.00  0.00 last main:past
 0.13  0.00  0.00 last main:present
-0.24  0.00  0.00 last main:was
 0.19  0.00  0.00 last main:was done
-0.71  0.00  0.00 last main:will
-0.49  0.00  0.00 last main:would
-0.16  0.00  0.00 last verdict:against
-0.05  0.00  0.00 last verdict:for
-0.24  0.00  0.00 last verdict:pending
 0.80  0.00  0.00 last:adopt:past
 0.23  0.00  0.00 last:back
 0.25  0.00  0.00 last:build:past
-0.72  0.00  0.00 last:doubt
-0.05  0.00  0.00 last:look:past
 1.04  0.00  0.00 last:now
-0.77  0.00  0.00 last:stop:past
-0.45 -0.80 -1.05 length
-0.67  0.54 -1.47 lists
-0.84 -0.76 -1.64 long
-0.80  0.00  0.00 main:can
 0.49  0.00  0.00 main:command
-0.07  0.00  0.00 main:did
-0.39  0.00  0.00 main:does
-0.37  0.00  0.00 main:had
 0.59  0.00  0.00 main:has done
 0.97  0.00  0.00 main:is done
 0.12  0.00  0.00 main:may
 0.64  0.00  0.00 main:must
 0.09  0.00  0.00 main:none
-0.15  0.00  0.00 main:past
 0.41  0.00  0.00 main:present
-0.27  0.00  0.00 main:was
-0.57  0.00  0.00 main:was done
-0.25  0.00  0.00 main:will
-0.48  0.00  0.00 main:would
-0.16  0.00  0.00 mark::
-0.57  0.00  0.00 mark:;
 0.82 -0.53  1.07 names
 0.53  0.00  0.00 new topic
 0.12  0.00  0.00 new words
-0.34  1.20 -0.99 no fault
-0.82 -0.44 -0.82 not good
 1.35  0.00  0.00 novelty
-0.27 -0.91 -0.88 numbers:1
-0.46 -0.54 -0.93 numbers:2
 2.46  3.86  0.00 plain
 1.83  0.00  0.00 plain without alternative
 0.29  0.00  0.00 points back
-1.47 -1.97  0.00 prepared
-0.21 -0.36 -0.78 question
-1.20 -1.02 -1.32 quotation
 0.07 -0.48 -0.04 reported
-0.56  0.00  0.00 semicolon
-0.21  0.00  0.00 sentences:2
 1.03  0.00  0.00 share:can
-1.94  0.00  0.00 share:command
-0.34  0.00  0.00 share:did
 0.21  0.00  0.00 share:does
 0.24  0.00  0.00 share:done
-0.26  0.00  0.00 share:had
 0.12  0.00  0.00 share:has done
 0.56  0.00  0.00 share:is
 0.72  0.00  0.00 share:is done
-0.61  0.00  0.00 share:may
 0.18  0.00  0.00 share:past
-0.24  0.00  0.00 share:present
-0.94  0.00  0.00 share:was
 0.19  0.00  0.00 share:was done
-0.37  0.00  0.00 share:will
-1.15  0.00  0.00 share:would
-0.07 -0.17 -0.20 short
 0.09  0.00  0.00 specifics
-0.12 -0.17  0.76 subject:author
 0.18 -0.10 -0.09 subject:bare
-0.08  0.40 -0.09 subject:determined
-0.65  0.00  0.00 subject:name
 0.35 -0.45 -0.75 subject:number
-0.09 -1.08 -0.40 subject:others
-0.02 -0.33  0.53 subject:pointer
-1.05  0.00  0.00 symbol
 0.44  0.15  0.03 tail
 2.03 -0.03  1.34 tail:adopt:past
-0.25 -0.26  0.32 tail:answer:past
-0.12  0.90 -0.11 tail:attempt:past
-0.07  0.92  0.15 tail:build:past
-0.07  0.00 -0.33 tail:fail:past
-0.81  0.93 -0.63 tail:look:past
 0.62  0.77  0.76 tail:result:past
 0.89  0.56  0.53 tail:state:past
 1.45 -0.60  2.14 tail:stop:past
-1.26 -1.33  0.00 taken up
-1.08  0.00 -0.39 then author progressive
 1.01  0.31  1.34 then brief
 0.29 -0.42 -0.07 then changes to
-0.58  0.18 -0.70 then examines
-0.72 -0.58 -1.28 then gerund first
-0.38  0.06 -0.68 then good
-0.80 -0.52 -1.02 then subject:author
-0.14 -0.19 -0.38 then subject:bare
 0.12 -0.65  0.04 then subject:determined
-0.18  0.00  0.00 then subject:name
 0.34 -0.40 -0.03 then subject:number
 0.64 -0.78  0.37 then subject:others
-0.06  0.04  0.54 then subject:pointer
-0.62 -0.84 -0.75 then tail
-0.79 -0.57 -1.19 then title
-0.11 -0.08  0.43 title
 0.21  0.00  0.00 titled
-0.21 -0.94 -0.46 two sentences
-0.64 -0.31 -1.00 unexamined
-0.06  0.00  0.00 verbs
 0.09  0.00  0.00 verdict:against
-0.06  0.00  0.00 verdict:for
-0.35  0.00  0.00 verdict:pending
 3.04 -0.98  3.85 will be
 1.31 -0.37  2.50 will do
 0.33 -0.36 -0.09 will do to
-0.32  0.00  0.00 without verb
 0.00 -0.63  0.00 word:about
 0.00 -0.21  0.00 word:after
 0.00  0.78  0.00 word:against
 0.00  0.77  0.00 word:all
 0.00  0.13  0.00 word:along
 0.00 -0.67  0.00 word:already
 0.00 -0.47  0.00 word:also
 0.00 -0.76  0.00 word:always
 0.00  0.05  0.00 word:an
 0.00  0.48  0.00 word:and
 0.00 -0.88  0.00 word:another
 0.00 -0.62  0.00 word:any
 0.00 -0.89  0.00 word:anyone
 0.00 -0.06  0.00 word:are
 0.00 -0.37  0.00 word:as
 0.00 -0.63  0.00 word:back
 0.00 -0.43  0.00 word:be
 0.00 -0.61  0.00 word:because
 0.00  0.97  0.00 word:been
 0.00 -0.52  0.00 word:before
 0.00 -0.46  0.00 word:between
 0.00 -0.53  0.00 word:both
 0.00 -0.56  0.00 word:but
 0.00 -0.23  0.00 word:by
 0.00 -0.23  0.00 word:can
 0.00 -0.68  0.00 word:could
 0.00  0.81  0.00 word:did
 0.00 -0.57  0.00 word:do
 0.00 -1.36  0.00 word:does
 0.00  0.31  0.00 word:down
 0.00 -0.71  0.00 word:during
 0.00 -0.31  0.00 word:each
 0.00 -0.34  0.00 word:either
 0.00 -0.05  0.00 word:even
 0.00  0.55  0.00 word:every
 0.00  0.56  0.00 word:everything
 0.00 -0.78  0.00 word:for
 0.00 -0.41  0.00 word:from
 0.00  0.15  0.00 word:has
 0.00 -0.32  0.00 word:have
 0.00 -0.56  0.00 word:he
 0.00 -0.59  0.00 word:her
 0.00 -0.28  0.00 word:here
 0.00  0.26  0.00 word:his
 0.00 -0.49  0.00 word:how
 0.00  0.27  0.00 word:i
 0.00 -0.23  0.00 word:i'll
 0.00 -0.44  0.00 word:i'm
 0.00 -0.12  0.00 word:i've
 0.00 -1.01  0.00 word:if
 0.00 -0.38  0.00 word:in
 0.00 -0.45  0.00 word:instead
 0.00  0.48  0.00 word:into
 0.00  0.44  0.00 word:it
 0.00  0.26  0.00 word:it's
 0.00 -0.51  0.00 word:its
 0.00  0.86  0.00 word:just
 0.00 -0.35  0.00 word:least
 0.00 -0.10  0.00 word:less
 0.00 -0.56  0.00 word:let
 0.00  0.60  0.00 word:may
 0.00 -0.33  0.00 word:might
 0.00 -0.36  0.00 word:more
 0.00 -0.52  0.00 word:most
 0.00 -0.20  0.00 word:must
 0.00  0.62  0.00 word:my
 0.00 -0.63  0.00 word:never
 0.00  0.62  0.00 word:new
 0.00  0.39  0.00 word:no
 0.00  0.16  0.00 word:nobody
 0.00  0.81  0.00 word:none
 0.00  0.23  0.00 word:nothing
 0.00  0.14  0.00 word:now
 0.00 -0.09  0.00 word:of
 0.00  0.92  0.00 word:off
 0.00  0.98  0.00 word:ok
 0.00  0.50  0.00 word:on
 0.00 -0.70  0.00 word:once
 0.00  0.35  0.00 word:one
 0.00 -1.08  0.00 word:only
 0.00  0.13  0.00 word:or
 0.00 -0.67  0.00 word:other
 0.00 -0.76  0.00 word:our
 0.00  0.67  0.00 word:out
 0.00  0.09  0.00 word:over
 0.00 -0.32  0.00 word:rather
 0.00 -0.57  0.00 word:same
 0.00 -0.08  0.00 word:she
 0.00  1.04  0.00 word:should
 0.00 -0.88  0.00 word:since
 0.00 -0.21  0.00 word:so
 0.00 -0.72  0.00 word:some
 0.00 -0.20  0.00 word:still
 0.00 -0.45  0.00 word:than
 0.00 -0.33  0.00 word:that
 0.00  0.42  0.00 word:the
 0.00  0.82  0.00 word:their
 0.00 -0.16  0.00 word:then
 0.00 -0.39  0.00 word:there
 0.00  0.18  0.00 word:there's
 0.00 -0.40  0.00 word:these
 0.00  0.16  0.00 word:they
 0.00 -0.39  0.00 word:this
 0.00 -0.55  0.00 word:those
 0.00 -0.20  0.00 word:though
 0.00 -0.49  0.00 word:three
 0.00  0.97  0.00 word:through
 0.00 -0.46  0.00 word:to
 0.00  1.09  0.00 word:too
 0.00 -0.31  0.00 word:two
 0.00  0.76  0.00 word:under
 0.00 -1.31  0.00 word:until
 0.00  0.46  0.00 word:up
 0.00 -0.32  0.00 word:very
 0.00 -0.08  0.00 word:was
 0.00  0.25  0.00 word:we
 0.00  0.08  0.00 word:what
 0.00 -0.46  0.00 word:when
 0.00 -0.86  0.00 word:where
 0.00 -0.59  0.00 word:whether
 0.00 -0.68  0.00 word:which
 0.00 -0.16  0.00 word:while
 0.00 -0.92  0.00 word:who
 0.00 -0.17  0.00 word:why
 0.00 -0.44  0.00 word:will
 0.00  0.11  0.00 word:with
 0.00 -1.11  0.00 word:without
 0.00 -0.60  0.00 word:would
 0.00  0.30  0.00 word:yes
 0.00 -0.49  0.00 word:yet
 0.00 -0.60  0.00 word:you
-0.24  0.00  0.00 words per sentence
`;
