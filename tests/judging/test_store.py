import pytest

from tcsalgbench.errors import BadInput, NewerSchema
from tcsalgbench.judging.model import Score
from tcsalgbench.judging.store import load_scores, save_scores, score_log
from tcsalgbench.workspace import Workspace


def score(number: int, *, label: bool | None = True, judge: str = "majority") -> Score:
    return Score(submission=f"{number:040x}", challenge_id="c", system="s", seed=number, judge=judge, label=label)


def test_scores_come_back_in_the_order_given(workspace: Workspace) -> None:
    given = [score(number) for number in range(100)]
    assert save_scores(workspace, given[:60]) == 60
    assert save_scores(workspace, given[60:]) == 40
    assert load_scores(workspace) == tuple(given)


def test_a_workspace_without_scores_has_none(workspace: Workspace) -> None:
    assert load_scores(workspace) == ()


def test_a_later_score_stands_in_the_place_of_an_earlier_one_of_the_same_judge(workspace: Workspace) -> None:
    save_scores(workspace, [score(1, label=None), score(2), score(1, judge="other")])
    save_scores(workspace, [score(1, label=False)])
    assert load_scores(workspace) == (score(1, label=False), score(2), score(1, judge="other"))
    assert len(list(score_log(workspace).records())) == 4


def test_every_cut_of_the_last_record_costs_that_record_alone_and_is_mended_by_the_next_write(workspace: Workspace) -> None:
    path = score_log(workspace).path
    save_scores(workspace, [score(1)])
    sound = path.stat().st_size
    save_scores(workspace, [score(2)])
    whole = path.read_bytes()
    for cut in range(sound, len(whole)):
        path.write_bytes(whole[:cut])
        assert load_scores(workspace) == (score(1),)
        save_scores(workspace, [score(3)])
        assert load_scores(workspace) == (score(1), score(3))


def test_damage_in_the_middle_is_said_with_its_line(workspace: Workspace) -> None:
    save_scores(workspace, [score(1), score(2)])
    path = score_log(workspace).path
    path.write_bytes(path.read_bytes().replace(b'"system":"s"', b'"system":"z"', 1))
    with pytest.raises(BadInput, match=r"line 1 is damaged"):
        load_scores(workspace)


def test_a_newer_file_is_refused(workspace: Workspace) -> None:
    save_scores(workspace, [score(1)])
    path = score_log(workspace).path
    path.write_bytes(path.read_bytes().replace(b'"schema":1', b'"schema":2'))
    with pytest.raises(NewerSchema):
        load_scores(workspace)
