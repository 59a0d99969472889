from pathlib import Path

from tcsalgbench.challenges.problem import problem_text
from tcsalgbench.challenges.store import load_challenge, load_withheld, save_challenge
from tcsalgbench.samples import Truth, expected_challenges, load_sample_paper
from tcsalgbench.workspace import Workspace


def test_the_expected_challenges_are_those_of_the_truth_file(sample: Truth) -> None:
    expected = [challenge for challenge, _ in expected_challenges(sample.name)]
    assert [one.id for one in expected] == [one["id"] for one in sample.challenges["challenges"]]
    for challenge, written in zip(expected, sample.challenges["challenges"], strict=True):
        assert [piece.text for piece in challenge.pieces] == [piece["text"] for piece in written["pieces"]]
        assert challenge.existence.changed is written["existence"]["changed"]
        assert challenge.paper.digest
        assert challenge.paper.area == load_sample_paper(sample.name).area


def test_what_an_expected_challenge_withholds_is_the_source_and_not_in_its_problem(sample: Truth) -> None:
    nodes = sample.nodes()
    for challenge, withheld in expected_challenges(sample.name):
        assert withheld.challenge == challenge.id
        assert withheld.proof.startswith("\\begin{proof}")
        assert withheld.proof not in problem_text(challenge)
        assert tuple(withheld.stripped) == challenge.withheld
        for key, text in withheld.stripped.items():
            assert sample.body(nodes[key]) in text
            assert sample.body(nodes[key]) not in problem_text(challenge)


def test_expected_challenges_can_be_kept_in_a_workspace(sample: Truth, tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path)
    for challenge, withheld in expected_challenges(sample.name):
        save_challenge(workspace, challenge, withheld)
        assert load_challenge(workspace, challenge.id) == challenge
        assert load_withheld(workspace, challenge.id) == withheld
