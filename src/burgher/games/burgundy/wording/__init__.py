"""What people are told of each question: beside every class of `questions`, its twin in words.

None of it is compiled: it is not in the way, and sentences want to be written freely.
"""
