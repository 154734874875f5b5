/**
 * How much each property of a passage speaks for a decision without an alternative, and for a claim that something was checked.
 * Fitted by `npm run lint:fit` on the sessions with faults and the examples of `bench/worth`; do not edit.
 */
export const LINT_WEIGHTS = `
 0.19  0.00  0.00 act:abandon
-0.09  0.00  0.00 act:answer
-0.53  0.00  0.00 act:attempt
 0.56  0.00  0.00 act:commit
-0.53  0.00  0.00 act:doubt
-0.62  0.00  0.00 act:fail
 0.05  0.00  0.00 act:plan
-0.17  0.00  0.00 act:result
 0.35  0.00  0.00 act:rule
-0.51  0.00  0.00 act:turn
-0.71  0.76 -0.54 all good
-0.65  0.00  0.00 alternative before
-1.53  0.00  0.00 alternative own
-1.81  0.17 -0.70 always
-1.33  0.00  0.00 answers note
-1.01 -0.82 -1.27 asks
-2.34 -1.72 -3.21 at end
 0.84 -0.57 -0.09 author adopt
 2.29  0.00  2.68 author adopt:past
 3.21 -1.12  3.94 author answer:past
-0.96 -0.58 -0.77 author attempt
-0.39 -0.03 -0.49 author attempt:past
-0.55  0.00 -0.55 author be
 0.91  0.53  1.31 author build
 0.35  0.35  0.46 author build:past
-1.42 -1.03 -1.28 author look
 0.00  0.09  0.11 author look:past
 0.29 -0.85  0.70 author modal
 0.00 -0.67  0.00 author not
 3.42 -0.31  3.41 author progressive
-0.16 -0.38 -0.87 author reports
-0.93 -0.13 -0.35 author result
-0.75  0.09 -0.03 author result:past
-2.18 -1.17 -2.26 author state
-0.23  0.27 -0.79 author state:past
 1.25  0.00  1.53 author stop
-0.67  0.00  0.00 begins:a
-0.88  0.00  0.00 begins:and
-0.80  0.00  0.00 begins:as
-0.67  0.00  0.00 begins:at
 0.14  0.00  0.00 begins:for
 2.06  0.00  0.00 begins:from
-0.66  0.00  0.00 begins:he
 0.28  0.00  0.00 begins:i
-0.59  0.00  0.00 begins:if
-1.27  0.00  0.00 begins:in
 0.11  0.00  0.00 begins:it
-0.50  0.00  0.00 begins:let
-0.86  0.00  0.00 begins:my
-0.35  0.00  0.00 begins:next
-1.39  0.00  0.00 begins:no
-0.35  0.00  0.00 begins:not
-1.09  0.00  0.00 begins:now
-1.97  0.00  0.00 begins:of
-1.29  0.00  0.00 begins:on
-1.41  0.00  0.00 begins:one
 0.68  0.00  0.00 begins:our
 0.46  0.00  0.00 begins:she
-1.12  0.00  0.00 begins:since
 0.89  0.00  0.00 begins:so
-0.44  0.00  0.00 begins:that
 0.10  0.00  0.00 begins:the
 0.58  0.00  0.00 begins:then
-0.52  0.00  0.00 begins:there
 0.60  0.00  0.00 begins:they
-1.30  0.00  0.00 begins:three
-0.78  0.00  0.00 begins:to
-1.22  0.00  0.00 begins:two
 0.16  0.00  0.00 begins:we
-0.95  0.00  0.00 begins:what
-1.58  0.00  0.00 begins:with
-1.18  0.00  0.00 bracket
-0.61 -0.26 -0.56 brief
 0.27 -0.10  0.61 changes to
-1.30 -1.16 -1.90 cites
 1.15  0.00  0.00 clock
-0.59 -0.59 -0.73 code
-0.50 -0.47 -1.29 comparative
-1.20  0.10 -1.44 denies
-0.86  0.41 -0.93 examines
-0.71  0.47 -0.49 examines all
-0.66  1.37 -0.59 examines and good
-1.40  0.41 -1.87 exclamation
-0.81 -0.51 -1.05 fault named
-0.41  0.00  0.00 first main:can
-0.52  0.00  0.00 first main:command
 0.71  0.00  0.00 first main:does
-1.30  0.00  0.00 first main:done
-0.16  0.00  0.00 first main:had
-0.83  0.00  0.00 first main:has done
 0.13  0.00  0.00 first main:is
-0.48  0.00  0.00 first main:is done
 0.73  0.00  0.00 first main:must
 0.52  0.00  0.00 first main:none
-0.83  0.00  0.00 first main:past
 0.47  0.00  0.00 first main:present
-0.41  0.00  0.00 first main:was
-0.08  0.00  0.00 first main:was done
 0.78  0.00  0.00 first main:will
-0.50  0.00  0.00 first main:would
-0.74  0.00  0.00 first points back
 0.47  0.00  0.00 first subject:author
 0.12  0.00  0.00 first subject:bare
-0.39  0.00  0.00 first subject:determined
-0.52  0.00  0.00 first subject:name
-0.08  0.00  0.00 first subject:number
-0.50  0.00  0.00 first subject:others
 0.65  0.00  0.00 first subject:pointer
-0.39  0.00  0.00 first:cause
 0.19  0.00  0.00 first:first
 0.27  0.00  0.00 first:i
 0.05  0.00  0.00 first:idle
-0.26  0.00  0.00 first:it
-0.29  0.00  0.00 first:look
 0.32  0.00  0.00 first:look:past
-0.05  0.00  0.00 first:not
 0.31  0.00  0.00 first:we
 1.46 -0.22  1.90 from then
 1.28  0.79  1.55 gerund adopt
 0.14 -0.68  0.50 gerund build
 0.75 -0.33  1.05 gerund first
-0.99  0.79 -0.82 good
-1.72 -2.21 -2.85 has confidence
-1.26  0.00 -1.55 has evidence
 0.13 -0.22  0.41 has:adopt
 0.33  0.31  1.11 has:adopt:past
-0.15  0.22  0.18 has:all
-0.43 -0.17 -0.42 has:answer
-0.25  1.42 -0.69 has:answer:past
-1.07 -0.50 -1.80 has:ask
-0.26 -0.09 -0.23 has:attempt
-0.73  0.31 -1.11 has:attempt:past
-0.53  0.18 -0.52 has:back
-0.82 -0.79 -1.04 has:bad
-0.02  0.28  0.06 has:be
 0.79 -0.33  0.57 has:build
 0.35 -0.12  0.53 has:build:past
-0.79 -0.70 -1.90 has:but
-0.26 -0.49 -0.34 has:cause
-0.03 -0.25 -0.14 has:day
-1.00 -0.20 -1.76 has:doubt
 4.21  0.00  2.79 has:doubt:past
-0.30  0.37 -0.37 has:end
-0.42 -0.03 -0.78 has:fail
-1.29  0.09 -2.00 has:fail:past
-0.25 -0.72 -0.19 has:first
-0.45 -0.33 -0.45 has:future
-1.37 -0.01 -1.19 has:goal
 0.93  0.12  0.48 has:good
-0.14  0.11  0.02 has:i
-0.04 -0.29 -0.22 has:idle
-0.99 -0.22 -1.50 has:instead
-0.36 -0.05 -0.80 has:it
-0.47 -0.76 -0.65 has:look
-0.06  0.52 -0.20 has:look:past
-2.02 -0.72 -1.55 has:maybe
-0.50 -0.42 -1.39 has:modal
 0.66 -0.55  1.02 has:money
-1.69  0.14 -1.15 has:never
 0.14 -0.13  0.35 has:nobody
-0.80  0.04 -0.89 has:not
 0.34 -0.30  1.12 has:now
-0.85  0.06 -0.85 has:only
-0.27  0.20 -0.49 has:person
-0.72 -0.39 -0.72 has:plan
 0.80 -0.01  0.59 has:result
-0.27  0.54 -0.33 has:result:past
 1.12 -0.96  0.96 has:standing
 0.25 -0.37  0.42 has:state
-0.89  0.04 -0.84 has:state:past
-0.85 -0.51 -1.91 has:still
-0.39 -0.18 -0.30 has:stop
-0.44  0.26 -0.72 has:stop:past
-0.61 -1.22 -1.58 has:unknown
 0.18 -0.39  0.53 has:we
-0.88  0.00  0.00 heading
-0.63  0.00  0.00 hypothetical
-2.11  0.00  0.00 in session
-1.23  0.00 -2.43 is revision
-0.80  0.00  0.00 item
-0.62  0.00  0.00 items
-0.19  0.00  0.00 known words
-1.19  0.00  0.00 last main:can
 1.41  0.00  0.00 last main:command
-0.15  0.00  0.00 last main:did
 0.14  0.00  0.00 last main:does
 0.80  0.00  0.00 last main:has done
-0.11  0.00  0.00 last main:is
-0.59  0.00  0.00 last main:is done
-0.12  0.00  0.00 last main:may
-0.34  0.00  0.00 last main:must
 0.20  0.00  0.00 last main:none
-0.24  0.00  0.00 last main:past
 0.25  0.00  0.00 last main:present
-0.27  0.00  0.00 last main:was
-0.25  0.00  0.00 last main:was done
-0.37  0.00  0.00 last main:will
-0.55  0.00  0.00 last main:would
-0.14  0.00  0.00 last verdict:against
-0.06  0.00  0.00 last verdict:for
-0.34  0.00  0.00 last verdict:pending
 0.96  0.00  0.00 last:adopt:past
-0.28  0.00  0.00 last:back
 0.41  0.00  0.00 last:build:past
-1.11  0.00  0.00 last:doubt
-0.11  0.00  0.00 last:look:past
 0.76  0.00  0.00 last:now
-0.40  0.00  0.00 last:stop:past
-0.07 -0.74 -0.54 length
-0.82  1.79 -1.81 lists
-1.43 -0.53 -2.34 long
-1.17  0.00  0.00 main:can
 0.81  0.00  0.00 main:command
-0.16  0.00  0.00 main:did
 0.09  0.00  0.00 main:does
 0.21  0.00  0.00 main:done
-0.21  0.00  0.00 main:had
 0.43  0.00  0.00 main:has done
 0.15  0.00  0.00 main:is
 1.12  0.00  0.00 main:is done
 0.52  0.00  0.00 main:must
 0.18  0.00  0.00 main:none
-0.40  0.00  0.00 main:past
 0.36  0.00  0.00 main:present
-0.38  0.00  0.00 main:was
-0.38  0.00  0.00 main:was done
 0.38  0.00  0.00 main:will
-0.60  0.00  0.00 main:would
-0.07  0.00  0.00 mark::
-0.33  0.00  0.00 mark:;
 1.07 -0.55  1.16 names
 0.50  0.00  0.00 new topic
-0.50  0.63 -1.20 no fault
-0.34  0.00 -0.74 not good
 1.23  0.00  0.00 novelty
-0.27 -0.92 -0.74 numbers:1
-0.80 -0.73 -0.97 numbers:2
 0.07  0.00  0.00 past share
 0.35  0.00  0.00 points back
-0.58 -0.57 -1.23 question
-1.20 -1.18 -1.26 quotation
-0.17 -0.57  0.13 reported
-0.33  0.00  0.00 semicolon
 0.21  0.00  0.00 sentences:2
 0.15  0.00  0.00 share:can
-2.28  0.00  0.00 share:command
-0.83  0.00  0.00 share:did
 0.30  0.00  0.00 share:done
-0.21  0.00  0.00 share:had
 0.52  0.00  0.00 share:has done
 0.14  0.00  0.00 share:is
 1.09  0.00  0.00 share:is done
-1.48  0.00  0.00 share:may
-0.09  0.00  0.00 share:must
 0.35  0.00  0.00 share:past
-0.27  0.00  0.00 share:present
-0.56  0.00  0.00 share:was
 0.10  0.00  0.00 share:was done
-1.19  0.00  0.00 share:will
-1.20  0.00  0.00 share:would
 0.02  0.18 -0.29 short
 0.07  0.00  0.00 specifics
 0.23  0.02  0.64 subject:author
 0.30 -0.11 -0.03 subject:bare
-0.32  0.34 -0.17 subject:determined
-0.63  0.00  0.00 subject:name
 0.57 -0.33 -0.19 subject:number
-0.06 -1.44 -0.23 subject:others
 0.37 -0.48  0.82 subject:pointer
-1.60  0.00  0.00 symbol
 0.18  0.02  0.08 tail
 1.78  0.13  1.99 tail:adopt:past
 0.13 -0.46 -0.06 tail:answer:past
 0.00  1.12  0.00 tail:attempt:past
-0.42  0.98 -0.12 tail:build:past
-0.05  0.00 -0.35 tail:fail:past
-1.14  0.59 -0.88 tail:look:past
 0.92  0.70  0.63 tail:result:past
 1.00  0.70  1.49 tail:state:past
 2.50  0.00  2.21 tail:stop:past
 0.00 -0.20  0.00 then author progressive
 1.08  0.19  1.72 then brief
-0.23 -0.36 -0.20 then changes to
-1.14  0.71 -1.53 then examines
-1.35 -0.86 -2.25 then gerund first
-0.48  0.42 -0.67 then good
-1.17 -0.20 -1.54 then subject:author
 0.25 -0.10  0.33 then subject:bare
 0.58 -0.56  0.62 then subject:determined
 0.46 -0.35  0.60 then subject:number
 0.34 -0.86  0.25 then subject:others
-0.03 -0.23  0.98 then subject:pointer
-1.07 -0.67 -1.33 then tail
-1.23 -0.72 -1.80 then title
-0.16 -0.13  0.24 title
 0.22  0.00  0.00 titled
 0.21 -0.74  0.37 two sentences
-0.72 -0.20 -1.18 unexamined
-0.10  0.00  0.00 verbs
-0.05  0.00  0.00 verdict:against
-0.12  0.00  0.00 verdict:for
-0.37  0.00  0.00 verdict:pending
 3.76 -0.90  4.10 will be
 2.46 -0.77  2.65 will do
-0.35 -0.36  0.35 will do to
-0.13  0.00  0.00 without verb
 0.00 -0.77  0.00 word:about
 0.00 -0.30  0.00 word:after
 0.00 -0.37  0.00 word:again
 0.00  0.88  0.00 word:against
 0.00  0.91  0.00 word:all
 0.00  0.14  0.00 word:along
 0.00 -0.47  0.00 word:already
 0.00 -0.55  0.00 word:also
 0.00 -0.47  0.00 word:always
 0.00  0.46  0.00 word:an
 0.00  0.44  0.00 word:and
 0.00 -0.54  0.00 word:another
 0.00  0.67  0.00 word:any
 0.00 -1.14  0.00 word:anyone
 0.00 -0.11  0.00 word:are
 0.00 -0.41  0.00 word:as
 0.00 -0.38  0.00 word:at
 0.00 -0.93  0.00 word:back
 0.00 -0.52  0.00 word:be
 0.00 -0.78  0.00 word:because
 0.00  1.25  0.00 word:been
 0.00 -0.90  0.00 word:before
 0.00 -0.51  0.00 word:between
 0.00 -0.35  0.00 word:both
 0.00 -0.63  0.00 word:but
 0.00 -0.09  0.00 word:by
 0.00  0.10  0.00 word:can
 0.00 -0.79  0.00 word:could
 0.00  0.54  0.00 word:did
 0.00 -0.77  0.00 word:do
 0.00 -1.56  0.00 word:does
 0.00  0.77  0.00 word:down
 0.00 -0.77  0.00 word:during
 0.00 -0.47  0.00 word:each
 0.00 -0.96  0.00 word:either
 0.00  0.39  0.00 word:even
 0.00  0.39  0.00 word:every
 0.00 -0.27  0.00 word:everything
 0.00 -0.64  0.00 word:for
 0.00 -0.57  0.00 word:from
 0.00 -0.15  0.00 word:had
 0.00  0.18  0.00 word:has
 0.00  0.16  0.00 word:have
 0.00 -0.62  0.00 word:he
 0.00 -0.80  0.00 word:her
 0.00 -0.53  0.00 word:here
 0.00 -0.65  0.00 word:how
 0.00  0.40  0.00 word:i
 0.00 -0.31  0.00 word:i'll
 0.00 -0.47  0.00 word:i'm
 0.00  0.12  0.00 word:i've
 0.00 -1.55  0.00 word:if
 0.00 -0.36  0.00 word:in
 0.00 -0.33  0.00 word:instead
 0.00  0.41  0.00 word:into
 0.00  0.38  0.00 word:it
 0.00  0.27  0.00 word:it's
 0.00 -0.70  0.00 word:its
 0.00  0.95  0.00 word:just
 0.00 -0.35  0.00 word:least
 0.00 -0.26  0.00 word:less
 0.00 -0.91  0.00 word:let
 0.00  0.35  0.00 word:may
 0.00 -0.47  0.00 word:might
 0.00 -0.41  0.00 word:more
 0.00 -0.38  0.00 word:most
 0.00 -0.32  0.00 word:must
 0.00  0.60  0.00 word:my
 0.00  0.06  0.00 word:never
 0.00  0.16  0.00 word:new
 0.00  0.18  0.00 word:no
 0.00 -0.13  0.00 word:nobody
 0.00  0.45  0.00 word:none
 0.00 -0.17  0.00 word:not
 0.00  0.67  0.00 word:nothing
 0.00 -0.16  0.00 word:now
 0.00  1.05  0.00 word:off
 0.00  0.70  0.00 word:ok
 0.00  0.48  0.00 word:on
 0.00 -0.51  0.00 word:once
 0.00  0.48  0.00 word:one
 0.00 -1.26  0.00 word:only
 0.00 -0.16  0.00 word:or
 0.00 -0.62  0.00 word:other
 0.00 -0.57  0.00 word:our
 0.00  0.43  0.00 word:out
 0.00  0.28  0.00 word:over
 0.00 -0.44  0.00 word:same
 0.00 -0.06  0.00 word:she
 0.00  0.79  0.00 word:should
 0.00 -1.30  0.00 word:since
 0.00 -0.13  0.00 word:so
 0.00 -0.76  0.00 word:some
 0.00 -0.46  0.00 word:than
 0.00 -0.20  0.00 word:that
 0.00  0.30  0.00 word:the
 0.00  0.15  0.00 word:their
 0.00  0.22  0.00 word:then
 0.00 -0.42  0.00 word:there
 0.00  0.19  0.00 word:they
 0.00 -0.44  0.00 word:this
 0.00 -0.49  0.00 word:those
 0.00 -0.31  0.00 word:though
 0.00 -0.49  0.00 word:three
 0.00  1.00  0.00 word:through
 0.00  1.15  0.00 word:too
 0.00 -0.59  0.00 word:two
 0.00  0.49  0.00 word:under
 0.00 -1.46  0.00 word:until
 0.00  0.39  0.00 word:up
 0.00 -0.31  0.00 word:very
 0.00  0.28  0.00 word:we
 0.00  0.07  0.00 word:were
 0.00 -0.10  0.00 word:what
 0.00 -0.08  0.00 word:when
 0.00 -1.11  0.00 word:where
 0.00 -0.63  0.00 word:whether
 0.00 -0.45  0.00 word:which
 0.00 -0.19  0.00 word:while
 0.00 -0.84  0.00 word:who
 0.00 -0.27  0.00 word:why
 0.00 -0.49  0.00 word:will
 0.00  0.10  0.00 word:with
 0.00  0.10  0.00 word:without
 0.00 -0.73  0.00 word:would
 0.00 -0.63  0.00 word:yet
 0.09  0.00  0.00 words per sentence
`;
